import { BatchedMesh, type BufferGeometry, type Material, type Object3D, type Vector3 } from 'three';
import { type GeometryMeshes, isWorthwhile } from '../meshes/geometryMeshes';
import { drawnRange } from '../meshes/readTriangles';
import type { BoxSource } from './boxSource';
import { elementKindOf, Elements } from '../elements/elements';
import { elementsOf, type ElementTree } from '../elements/elementTree';

/** What is read of a mesh, and of lines and points. */
interface DrawnObject extends Object3D {
  readonly geometry?: BufferGeometry;
  readonly material: Material | readonly Material[];
  readonly morphTargetInfluences?: readonly number[];
  /** Where bones and morph targets move a vertex to. Only meshes have it. */
  getVertexPosition(vertex: number, target: Vector3): Vector3;
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
  const object = source.object as DrawnObject;
  const kind = elementKindOf(object);
  // Of a batch, nobody else knows which triangles are an instance's.
  const holder = 'isBatchedMesh' in object ? BatchedMesh.prototype : object;
  const placed = source.triangles?.(holder, instance) ?? null;
  const geometry = placed?.geometry ?? object.geometry;
  if (kind === null || geometry?.attributes.position === undefined) return null;
  const { material } = object;
  const { position } = geometry.attributes;
  const isMesh = kind === 'triangles';
  // Morph targets move the vertices of instances, too, though rays do not know.
  const isMorphed = geometry === object.geometry && object.morphTargetInfluences !== undefined;
  const isMoved = isMesh && (source.instanceName === null ? placed === null : isMorphed);
  const { elements, tree = null } = isMesh
    ? { elements: new Elements(geometry, kind), tree: isMoved || !isWorthwhile(geometry) ? null : meshes.of(geometry) }
    : elementsOf(geometry, kind);
  return {
    elements,
    tree,
    material,
    hasGroups: isMesh && Array.isArray(material),
    read: (vertex, target) =>
      isMoved ? object.getVertexPosition(vertex, target) : target.fromBufferAttribute(position, vertex),
  };
}

/** The elements of each group, and the number of its material; all of them if there are no groups. */
export function groupsOf({ elements, hasGroups }: Drawn): { elements: Elements; materialIndex?: number | undefined }[] {
  if (!hasGroups) return [{ elements }];
  const { geometry } = elements;
  const whole = drawnRange(geometry);
  return geometry.groups.map(({ start, count, materialIndex }) => {
    const range = { start: Math.max(start, whole.start), end: Math.min(start + count, whole.end) };
    return { elements: new Elements(geometry, 'triangles', range), materialIndex };
  });
}
