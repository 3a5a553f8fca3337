import { BufferAttribute, BufferGeometry, Points, ShaderMaterial } from 'three';

/** Dots on what moves vanish after so many seconds, because it is elsewhere. */
const AFTERGLOW = 0.35;
/** The area of all dots, in areas of the picture: they overlap. */
const COVER = 2.2;

/** The dots of the picture. New dots take the places of the oldest. */
export class Dots extends Points<BufferGeometry, ShaderMaterial> {
  /** How many dots there are at most. */
  limit: number;
  readonly #positions: BufferAttribute;
  readonly #colors: BufferAttribute;
  readonly #births: BufferAttribute;
  #next = 0;
  #count = 0;

  /** @param capacity the largest limit. */
  constructor(capacity: number) {
    super(new BufferGeometry(), dotMaterial());
    this.limit = capacity;
    this.#positions = new BufferAttribute(new Float32Array(3 * capacity), 3);
    this.#colors = new BufferAttribute(new Uint8Array(4 * capacity), 4, true);
    this.#births = new BufferAttribute(new Float32Array(capacity), 1);
    this.geometry.setAttribute('position', this.#positions);
    this.geometry.setAttribute('color', this.#colors);
    this.geometry.setAttribute('birth', this.#births);
    this.frustumCulled = false;
    this.empty();
  }

  /** Whether each further dot replaces one. */
  get isFull(): boolean {
    return this.#count >= this.limit;
  }

  /** Whether there is no dot. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Removes all dots. */
  empty(): void {
    this.#next = 0;
    this.#count = 0;
    this.geometry.setDrawRange(0, 0);
  }

  /**
   * Adds dots at a time, in seconds.
   *
   * @param positions 3 numbers a dot, no more dots than the limit.
   * @param colors 4 bytes a dot. The fourth is 0 for what moves.
   * @param pixels of the picture. The fewer dots there are, the larger they are.
   */
  append(positions: Float32Array, colors: Uint8Array, time: number, pixels: number): void {
    const count = positions.length / 3;
    for (const attribute of this.#attributes) attribute.clearUpdateRanges();
    const before = Math.min(count, Math.max(this.limit - this.#next, 0));
    this.#write(this.#next, positions.subarray(0, 3 * before), colors.subarray(0, 4 * before), time);
    this.#write(0, positions.subarray(3 * before), colors.subarray(4 * before), time);
    this.#next = before < count ? count - before : this.#next + count;
    this.#count = Math.min(Math.max(this.#count, this.#next), this.limit);
    if (before < count) this.#count = this.limit;
    this.geometry.setDrawRange(0, this.#count);
    const { uniforms } = this.material;
    uniforms.time.value = time;
    uniforms.size.value = Math.sqrt((COVER * pixels) / Math.max(this.#count, 1));
  }

  get #attributes(): readonly BufferAttribute[] {
    return [this.#positions, this.#colors, this.#births];
  }

  #write(first: number, positions: Float32Array, colors: Uint8Array, time: number): void {
    const count = positions.length / 3;
    if (count === 0) return;
    this.#positions.array.set(positions, 3 * first);
    this.#colors.array.set(colors, 4 * first);
    this.#births.array.fill(time, first, first + count);
    for (const attribute of this.#attributes) {
      attribute.addUpdateRange(attribute.itemSize * first, attribute.itemSize * count);
      attribute.needsUpdate = true;
    }
  }
}

function dotMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { time: { value: 0 }, size: { value: 1 } },
    vertexShader: `
      attribute vec4 color;
      attribute float birth;
      uniform float time;
      uniform float size;
      varying vec3 rgb;
      void main() {
        float age = time - birth;
        vec4 seen = modelViewMatrix * vec4(position, 1.0);
        // A new dot is a little nearer than older dots on the same face, so that it covers them.
        seen.xyz *= 0.995 + 0.005 * min(age, 4.0) / 4.0;
        gl_Position = projectionMatrix * seen;
        gl_PointSize = size;
        if (color.a == 0.0) {
          gl_PointSize = size * (1.0 - 0.6 * age / ${AFTERGLOW});
          if (age > ${AFTERGLOW}) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        }
        rgb = color.rgb;
      }`,
    fragmentShader: `
      varying vec3 rgb;
      void main() {
        gl_FragColor = vec4(rgb, 1.0);
      }`,
  });
}
