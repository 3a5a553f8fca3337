import {
  BatchedMesh,
  type BufferGeometry,
  type DataTexture,
  type Material,
  Mesh,
  type Object3D,
  type Vector3,
} from 'three';
import { type GeometryMeshes, isWorthwhile } from '../meshes/geometryMeshes';
import { drawnRange } from '../meshes/readTriangles';
import type { BoxSource } from './boxSource';
import { NamedSource } from './namedSource';
import { elementKindOf, Elements } from '../elements/elements';
import { elementsOf, type ElementTree } from '../elements/elementTree';
import { inheriting } from '../inheriting';

type VertexPlacing = (this: Object3D, vertex: number, target: Vector3) => Vector3;

/** What is read of a mesh, and of lines and points. */
interface DrawnObject extends Object3D {
  readonly geometry?: BufferGeometry;
  readonly material: Material | readonly Material[];
  readonly morphTargetInfluences?: ArrayLike<number>;
  /** The influences of each instance of an InstancedMesh that has its own: a row for each. */
  readonly morphTexture?: DataTexture | null;
  /** Where bones and morph targets move a vertex to. Only meshes have it. */
  readonly getVertexPosition?: VertexPlacing;
}

/** What an object or an instance is drawn as: triangles, segments or points. */
export interface Drawn {
  readonly elements: Elements;
  /** The tree over the elements, if they are worth one. */
  readonly tree: ElementTree | null;
  readonly material: Material | readonly Material[];
  /** Whether each group of triangles has one of several materials, and what is in no group is not drawn. */
  readonly hasGroups: boolean;
  /** Where a vertex is drawn, in the space of the object or instance. */
  read(vertex: number, target: Vector3): Vector3;
}

/** Null if nothing is known of an object but its box. */
export function drawnOf(source: BoxSource, instance: number, meshes: GeometryMeshes): Drawn | null {
  if (source instanceof NamedSource && !source.drawsGeometry) return null;
  const object = source.object as DrawnObject;
  const kind = elementKindOf(object);
  // Of a batch, nobody else knows which triangles are an instance's.
  const holder = 'isBatchedMesh' in object ? BatchedMesh.prototype : object;
  const placed = source.triangles?.(holder, instance) ?? null;
  const geometry = placed?.geometry ?? object.geometry;
  if (kind === null || geometry?.attributes.position === undefined) return null;
  const { material } = object;
  const { position } = geometry.attributes;
  const shown = asInstance(object, instance);
  const { getVertexPosition } = Mesh.prototype as unknown as Required<DrawnObject>;
  const place = object.getVertexPosition ?? getVertexPosition;
  const isMorphed = shown.morphTargetInfluences !== undefined && 'position' in geometry.morphAttributes;
  // The geometry of a pose has the vertices where they are drawn. Lines, points and instances have no pose.
  const isMoved = geometry === object.geometry && (isMorphed || place !== getVertexPosition);
  const isMesh = kind === 'triangles';
  const elements = new Elements(geometry, kind);
  return {
    elements,
    tree: isMoved ? null : isMesh ? treeOf(elements, meshes) : (elementsOf(geometry, kind).tree ?? null),
    material,
    hasGroups: isMesh && Array.isArray(material),
    read: (vertex, target) =>
      isMoved ? place.call(shown, vertex, target) : target.fromBufferAttribute(position, vertex),
  };
}

/** An object as it draws one of its instances. */
function asInstance(object: DrawnObject, instance: number): DrawnObject {
  const { morphTexture } = object;
  if (!morphTexture) return object;
  const { data, width } = morphTexture.image as { readonly data: Float32Array; readonly width: number };
  // The first number of a row is how much of the vertex itself is left.
  const morphTargetInfluences = data.subarray(instance * width + 1, (instance + 1) * width);
  return inheriting(object, { morphTargetInfluences });
}

/** The tree over triangles, if they are worth one. */
function treeOf({ geometry, count }: Elements, meshes: GeometryMeshes): ElementTree | null {
  const tree = isWorthwhile(geometry) ? meshes.of(geometry) : null;
  // Rays hit a triangle in which the draw range ends, but it is not drawn.
  return tree?.mesh.triangleCount === count ? tree : null;
}

/** What of a geometry has one material. */
export interface DrawnGroup {
  readonly elements: Elements;
  readonly materialIndex?: number | undefined;
}

/** The elements of each group, and the number of its material; all of them if there are no groups. */
export function groupsOf({ elements, hasGroups }: Drawn): DrawnGroup[] {
  if (!hasGroups) return [{ elements }];
  const { geometry } = elements;
  const whole = drawnRange(geometry);
  return geometry.groups.map(({ start, count, materialIndex }) => {
    const range = { start: Math.max(start, whole.start), end: Math.min(start + count, whole.end) };
    return { elements: new Elements(geometry, 'triangles', range), materialIndex };
  });
}
