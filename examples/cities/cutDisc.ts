import type { Plane } from 'slabtree';
import { type BufferGeometry, CircleGeometry, Color, DoubleSide, Mesh, ShaderMaterial, Vector3 } from 'three';
import { EQUATORIAL_RADIUS } from '../world/globe';
import { inUnits } from './drawingUnit';
import { SIDE_COLORS } from './sides';

const GLOBE = inUnits(EQUATORIAL_RADIUS);
/** How far the disc reaches beyond the globe. */
const MARGIN = 0.3 * GLOBE;

/** The plane outside the globe: a disc around the cut, which fades outward. */
export class CutDisc extends Mesh<BufferGeometry, ShaderMaterial> {
  constructor() {
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: { color: { value: new Color(SIDE_COLORS.crossing) }, inner: { value: 0 }, outer: { value: 1 } },
      side: DoubleSide,
      depthWrite: false,
      transparent: true,
    });
    super(new CircleGeometry(1, 128), material);
    // Drawn after the glow of the places, which adds to what is there.
    this.renderOrder = 1;
  }

  /** The plane that cuts the globe, in metres. */
  set plane({ normal, constant }: Plane) {
    const offset = -inUnits(constant);
    const direction = new Vector3().copy(normal);
    // The globe is 21 km narrower between the poles. That does not show here.
    const inner = Math.sqrt(Math.max(GLOBE ** 2 - offset ** 2, 0));
    const outer = inner + MARGIN;
    this.position.copy(direction).multiplyScalar(offset);
    this.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), direction);
    this.scale.setScalar(outer);
    this.material.uniforms.inner.value = inner;
    this.material.uniforms.outer.value = outer;
  }
}

const vertexShader = `
  varying vec2 local;

  void main() {
    local = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;

const fragmentShader = `
  uniform vec3 color;
  uniform float inner;
  uniform float outer;
  varying vec2 local;

  void main() {
    float across = (length(local) * outer - inner) / (outer - inner);
    float fade = 1.0 - clamp(across, 0.0, 1.0);
    gl_FragColor = vec4(color, 0.4 * fade * fade);
    #include <colorspace_fragment>
  }
`;
