import type { Plane } from 'slabtree';
import { BufferGeometry, Color, Float32BufferAttribute, Mesh, ShaderMaterial, Vector3, Vector4 } from 'three';
import { EQUATORIAL_RADIUS, POLAR_RADIUS } from '../world/globe';
import { inUnits } from './drawingUnit';
import { sideColors } from './sides';

/**
 * The ground, the air and the space behind them. The graphics card casts a ray for each pixel, with the formulas of
 * `raycastGlobe`. So the edge of the globe is where picking has it, and from near no triangles show.
 */
export class Earth extends Mesh<BufferGeometry, ShaderMaterial> {
  constructor() {
    const geometry = new BufferGeometry();
    // A triangle that covers the whole picture.
    geometry.setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    const [equatorial, polar] = [inUnits(EQUATORIAL_RADIUS), inUnits(POLAR_RADIUS)];
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: {
        radii: { value: new Vector3(equatorial, equatorial, polar) },
        inverseProjection: { value: null },
        cameraToWorld: { value: null },
        plane: { value: new Vector4(0, 0, 1, 0) },
        sideColors: { value: sideColors() },
        space: { value: new Color() },
        air: { value: new Color() },
        ground: { value: new Color() },
      },
    });
    super(geometry, material);
    this.frustumCulled = false;
    // Drawn first, because everything else lies in front of it.
    this.renderOrder = -1;
    this.onBeforeRender = (_renderer, _scene, camera) => {
      material.uniforms.inverseProjection.value = camera.projectionMatrixInverse;
      material.uniforms.cameraToWorld.value = camera.matrixWorld;
    };
  }

  /** The plane that cuts the globe, in metres. */
  set plane({ normal, constant }: Plane) {
    (this.material.uniforms.plane.value as Vector4).set(normal.x, normal.y, normal.z, inUnits(constant));
  }

  /** @param space the color behind the globe. */
  setColors(space: Color, air: Color, ground: Color): void {
    const { uniforms } = this.material;
    uniforms.space.value = space;
    uniforms.air.value = air;
    uniforms.ground.value = ground;
  }
}

const vertexShader = `
  uniform mat4 inverseProjection;
  uniform mat4 cameraToWorld;
  varying vec3 direction;

  void main() {
    vec4 end = inverseProjection * vec4(position.xy, 1.0, 1.0);
    direction = mat3(cameraToWorld) * (end.xyz / end.w);
    gl_Position = vec4(position.xy, 1.0, 1.0);
  }
`;

const fragmentShader = `
  uniform vec3 radii;
  uniform vec4 plane;
  uniform vec3 sideColors[3];
  uniform vec3 space;
  uniform vec3 air;
  uniform vec3 ground;
  uniform mat4 cameraToWorld;
  uniform mat4 projectionMatrix;
  varying vec3 direction;

  const float DEGREES = 57.29577951;

  /** 1 on the lines where a coordinate is a whole number. The lines are one to two pixels wide. */
  float lines(float coordinate) {
    float beside = fract(coordinate + 0.5);
    // Ignore the jump of the coordinate from one end to the other: the pixel is not that wide.
    float pixel = min(fwidth(coordinate), fwidth(beside));
    return 1.0 - smoothstep(0.4, 1.3, abs(beside - 0.5) / pixel);
  }

  vec3 groundColor(vec3 onUnitSphere, vec3 ray) {
    vec3 point = onUnitSphere * radii;
    vec3 up = normalize(onUnitSphere / radii);
    vec3 toLight = mat3(cameraToWorld) * normalize(vec3(-0.45, 0.55, 0.7));
    vec3 color = ground * (0.35 + 0.9 * max(dot(up, toLight), 0.0));

    float meridian = lines(atan(point.y, point.x) * DEGREES / 15.0) * smoothstep(0.02, 0.3, length(up.xy));
    float parallel = lines(asin(clamp(up.z, -1.0, 1.0)) * DEGREES / 15.0);
    color += air * 0.16 * max(meridian, parallel);

    float height = dot(plane.xyz, point) + plane.w;
    color += 0.012 * (height > 0.0 ? sideColors[2] : sideColors[0]);
    color += sideColors[1] * (0.9 * (1.0 - smoothstep(0.5, 2.0, abs(height) / fwidth(height))) + 0.13 * exp(-abs(height) / 0.1));

    // Towards the edge there is more air in front of the ground.
    float facing = clamp(-dot(up, ray), 0.0, 1.0);
    return mix(color, air, 0.9 * pow(1.0 - facing, 3.0));
  }

  vec3 skyColor(float height) {
    return mix(space, air, 0.9 * (0.7 * exp(-height / 0.012) + 0.3 * exp(-height / 0.07)));
  }

  void main() {
    vec3 ray = normalize(direction);
    // In a space in which the globe is a sphere of radius 1.
    vec3 origin = cameraPosition / radii;
    vec3 towards = normalize(ray / radii);
    float nearestAt = -dot(origin, towards);
    float passing = nearestAt > 0.0 ? length(origin + nearestAt * towards) : 1e3;
    float inside = sqrt(max(1.0 - passing * passing, 0.0));
    vec3 onUnitSphere = origin + (nearestAt - inside) * towards;

    float pixel = fwidth(passing);
    vec3 color = mix(groundColor(onUnitSphere, ray), skyColor(max(passing - 1.0, 0.0)), smoothstep(1.0 - pixel, 1.0, passing));
    gl_FragColor = vec4(color, 1.0);
    #include <colorspace_fragment>
    // Random noise of half a brightness step up or down hides the steps.
    gl_FragColor.rgb += (fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5) / 255.0;

    vec4 clip = projectionMatrix * viewMatrix * vec4(onUnitSphere * radii, 1.0);
    gl_FragDepth = passing < 1.0 ? 0.5 * clip.z / clip.w + 0.5 : 1.0;
  }
`;
