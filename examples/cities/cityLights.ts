import type { Obb } from 'slabtree';
import { AdditiveBlending, BufferGeometry, Float32BufferAttribute, Points, ShaderMaterial } from 'three';
import { inUnits } from './drawingUnit';
import type { Sides } from './sides';

/** The glow of each place on the ground around it. From far away towers are less than a pixel, and only the glow shows. */
export class CityLights extends Points<BufferGeometry, ShaderMaterial> {
  constructor(boxes: readonly Obb[], sides: Sides) {
    const positions = new Float32Array(3 * boxes.length);
    const heights = new Float32Array(boxes.length);
    boxes.forEach(({ max, matrix }, i) => {
      const elements = 'elements' in matrix ? matrix.elements : matrix;
      for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = inUnits(elements[12 + axis]);
      heights[i] = inUnits(max.z);
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
    geometry.setAttribute('height', new Float32BufferAttribute(heights, 1));
    geometry.setAttribute('side', sides.forPoints);
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: { sideColors: { value: sides.colors }, pictureHeight: { value: 1 } },
      blending: AdditiveBlending,
      depthWrite: false,
      transparent: true,
    });
    super(geometry, material);
    this.frustumCulled = false;
    this.onBeforeRender = ({ domElement }) => {
      material.uniforms.pictureHeight.value = domElement.height;
    };
  }
}

const vertexShader = `
  attribute float height;
  attribute float side;
  uniform vec3 sideColors[3];
  uniform float pictureHeight;
  varying vec3 color;

  void main() {
    float isCrossing = 1.0 - abs(side - 1.0);
    float radius = height * 0.55 + isCrossing * 0.06;
    vec4 view = modelViewMatrix * vec4(position, 1.0);
    float wanted = radius * projectionMatrix[1][1] * pictureHeight / -view.z;
    gl_PointSize = clamp(wanted, 2.0, 160.0);
    // A dot that is drawn larger than it is gets no more light for that. It stays bright enough to be visible.
    float share = clamp(wanted / gl_PointSize, 0.22, 1.0);
    // Towards the edge of the globe many dots lie behind one another, so each gives less light.
    vec3 toCamera = normalize(cameraPosition - position);
    float facing = smoothstep(0.0, 0.4, dot(normalize(position), toCamera));
    color = sideColors[int(side)] * (0.3 + 0.5 * isCrossing) * share * facing;
    // Near the ground the towers are visible, and the glow must not hide them.
    color *= 1.0 / (1.0 + gl_PointSize / 20.0);
    // The dot is drawn in front of the ground that it lies on.
    view.xyz -= normalize(view.xyz) * (radius + 0.01);
    gl_Position = projectionMatrix * view;
  }
`;

const fragmentShader = `
  varying vec3 color;

  void main() {
    float fromCentre = min(length(2.0 * gl_PointCoord - 1.0), 1.0);
    float fall = 1.0 - fromCentre;
    gl_FragColor = vec4(color * fall * fall, 1.0);
    #include <colorspace_fragment>
  }
`;
