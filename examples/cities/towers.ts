import type { Obb } from 'slabtree';
import { BufferGeometry, Float32BufferAttribute, InstancedMesh, Matrix4, ShaderMaterial, Vector3 } from 'three';
import { inUnits } from './drawingUnit';
import type { Sides } from './sides';

/** The places as towers, one instance each, in the color of their side of the plane. */
export class Towers extends InstancedMesh<BufferGeometry, ShaderMaterial> {
  readonly #heights: Float64Array;

  /** @param boxes in order of height, the tallest first. */
  constructor(boxes: readonly Obb[], sides: Sides) {
    const geometry = towerGeometry();
    geometry.setAttribute('side', sides.forInstances);
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: { sideColors: { value: sides.colors }, pointed: { value: -1 } },
    });
    super(geometry, material, boxes.length);
    // The towers are all around the globe, which is always in view.
    this.frustumCulled = false;
    this.#heights = Float64Array.from(boxes, ({ max }) => inUnits(max.z));
    const matrix = new Matrix4();
    boxes.forEach((box, i) => this.setMatrixAt(i, instanceMatrix(box, matrix)));
  }

  /** @param height in drawing units. */
  drawTallerThan(height: number): void {
    const lower = this.#heights.findIndex((each) => each <= height);
    this.count = lower === -1 ? this.#heights.length : lower;
  }

  /** The place under the pointer, which is drawn in white. -1 for none. */
  get pointed(): number {
    return this.material.uniforms.pointed.value as number;
  }

  set pointed(id: number) {
    this.material.uniforms.pointed.value = id;
  }
}

/** Four walls and a roof, from -1 to 1, and from 0 to 1 in height. It has no floor. Counter-clockwise from outside. */
function towerGeometry(): BufferGeometry {
  const floor = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];
  const roof = [-1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
  const faces = [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7, 4, 5, 6, 4, 6, 7];
  const corners = new BufferGeometry();
  corners.setAttribute('position', new Float32BufferAttribute([...floor, ...roof], 3));
  corners.setIndex(faces);
  return corners;
}

/** Maps {@link towerGeometry} to a box that stands on the globe. */
function instanceMatrix({ max, matrix }: Obb, result: Matrix4): Matrix4 {
  result.fromArray('elements' in matrix ? matrix.elements : matrix);
  result.scale(new Vector3(inUnits(max.x), inUnits(max.y), inUnits(max.z)));
  const [x, y, z] = [12, 13, 14].map((i) => inUnits(result.elements[i]));
  return result.setPosition(x, y, z);
}

const vertexShader = `
  attribute float side;
  uniform vec3 sideColors[3];
  uniform int pointed;
  varying vec3 color;
  varying vec3 local;

  void main() {
    local = position;
    // From 0 for a hamlet to 1 for a city of ten million, on a logarithmic scale. Heights grow with the square root.
    float people = clamp((log2(length(instanceMatrix[2].xyz)) + 9.0) / 6.6, 0.0, 1.0);
    color = gl_InstanceID == pointed ? vec3(1.0) : sideColors[int(side)] * mix(0.5, 1.0, people);
    gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
  }
`;

const fragmentShader = `
  varying vec3 color;
  varying vec3 local;

  void main() {
    // Light comes from above. The roof gets most. Walls get less towards the ground, and two of them less in all.
    bool isRoof = local.z > 0.9999;
    float wall = mix(0.22, 0.75, local.z * local.z) * (abs(local.x) > abs(local.y) ? 1.0 : 0.72);
    gl_FragColor = vec4(color * (isRoof ? 1.0 : wall), 1.0);
    #include <colorspace_fragment>
  }
`;
