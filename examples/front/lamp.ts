import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  Color,
  NormalBlending,
  Points,
  ShaderMaterial,
  type Vector3,
} from 'three';
import type { Rgb } from './palette';

/** The share of the way to its place that the lamp goes in a second is 1 - e^-PACE. */
const PACE = 9;
/** The size of its halo, in heights of the picture, and the size of the bulb in the halo. */
const HALO = 0.16;
const BULB = 0.07;

/** A lamp that hangs in the picture. */
export class Lamp extends Points<BufferGeometry, ShaderMaterial> {
  constructor() {
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(3), 3));
    super(geometry, lampMaterial());
    this.frustumCulled = false;
  }

  /** Moves toward a place for some seconds. */
  moveTo(place: Vector3, seconds: number): void {
    this.position.lerp(place, 1 - Math.exp(-PACE * seconds));
    this.updateMatrixWorld();
  }

  /** @param isBright whether light is added to a dark picture. */
  paint([red, green, blue]: Rgb, isBright: boolean): void {
    const { uniforms } = this.material;
    (uniforms.color.value as Color).setRGB(red, green, blue);
    uniforms.halo.value = isBright ? 0.55 : 0.3;
    this.material.blending = isBright ? AdditiveBlending : NormalBlending;
  }

  /** @param height of the picture, in pixels of the screen. */
  resize(height: number): void {
    this.material.uniforms.size.value = HALO * height;
  }
}

function lampMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { color: { value: new Color() }, size: { value: 1 }, halo: { value: 0.5 } },
    transparent: true,
    depthWrite: false,
    // Only the bulb could be behind something, and it hangs in front of what the pointer is on.
    depthTest: false,
    vertexShader: `
      uniform float size;
      void main() {
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        gl_PointSize = size;
      }`,
    fragmentShader: `
      uniform vec3 color;
      uniform float halo;
      void main() {
        float away = 2.0 * length(gl_PointCoord - 0.5);
        float bulb = 1.0 - smoothstep(${BULB}, ${BULB} + 0.03, away);
        float glow = halo * pow(max(1.0 - away, 0.0), 3.0);
        gl_FragColor = vec4(mix(color, vec3(1.0, 0.96, 0.88), bulb), max(bulb, glow));
      }`,
  });
}
