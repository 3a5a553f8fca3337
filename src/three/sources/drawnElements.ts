import { BatchedMesh, type BufferGeometry, type DataTexture, Mesh, type Object3D, type Vector3 } from 'three';
import { withFields } from '../elements/intersectElements';
import { drawnGroupsOf, type Materials } from '../meshes/drawnGroups';
import { type GeometryMeshes, isWorthwhile } from '../meshes/geometryMeshes';
import { drawnRange } from '../meshes/readTriangles';
import type { BoxSource } from './boxSource';
import { NamedSource } from './namedSource';
import { elementKindOf, Elements } from '../elements/elements';
import type { ElementTree } from '../elements/elementScene';
import { elementsOf } from '../elements/elementTree';

type VertexPlacing = (this: Object3D, vertex: number, target: Vector3) => Vector3;

/** The fields of meshes, lines and points that are read to find what they draw. */
interface DrawnObject extends Object3D {
  readonly geometry?: BufferGeometry;
  readonly material: Materials;
  readonly morphTargetInfluences?: ArrayLike<number>;
  /** The morph influences of the instances of an InstancedMesh, as a texture: one row per instance. */
  readonly morphTexture?: DataTexture | null;
  /** Returns the position of a vertex after bones and morph targets. Only meshes have this method. */
  readonly getVertexPosition?: VertexPlacing;
}

const { getVertexPosition } = Mesh.prototype as unknown as Required<DrawnObject>;

/** The triangles, segments or points that an object or an instance draws. */
export interface DrawnElements {
  readonly elements: Elements;
  /** The tree over the drawn triangles, segments or points, made when it is first read; null if there is none. */
  readonly tree: ElementTree | null;
  /** Whether bones, morph targets or code of the object move the vertices: {@link read} gives them, the geometry does not. */
  readonly isMoved: boolean;
  readonly material: Materials;
  /**
   * Whether there is a list of materials: each group of triangles has one, and triangles in no group, or in one without a material,
   * are not drawn.
   */
  readonly hasGroups: boolean;
  /** Sets `target` to where a vertex is drawn, after bones and morph targets, in the space of the object or instance. */
  read(vertex: number, target: Vector3): Vector3;
}

/** Returns the triangles, segments or points that an object or instance draws. Null if only the box around them is known. */
export function drawnElementsOf(source: BoxSource, instance: number, meshes: GeometryMeshes): DrawnElements | null {
  if (source instanceof NamedSource && !source.drawsGeometry) return null;
  const object = source.object as DrawnObject;
  const kind = elementKindOf(object);
  // Only the source of a BatchedMesh maps instances to triangles, so it is used whatever raycast the mesh has.
  const holder = 'isBatchedMesh' in object ? BatchedMesh.prototype : object;
  const placed = source.triangles?.(holder, instance) ?? null;
  const geometry = placed?.geometry ?? object.geometry;
  if (kind === null || geometry?.attributes.position === undefined) return null;
  const { material } = object;
  const { position } = geometry.attributes;
  const shown = asInstance(object, instance);
  const place = object.getVertexPosition ?? getVertexPosition;
  const isMoved = movesVertices(object, geometry);
  const isMesh = kind === 'triangles';
  const elements = new Elements(geometry, kind);
  return {
    elements,
    get tree() {
      return isMoved ? null : isMesh ? treeOf(elements, meshes) : (elementsOf(geometry, kind).tree ?? null);
    },
    isMoved,
    material,
    hasGroups: isMesh && Array.isArray(material),
    read: (vertex, target) =>
      isMoved ? place.call(shown, vertex, target) : target.fromBufferAttribute(position, vertex),
  };
}

/** Whether bones, morph targets or code of an object move the vertices of the geometry that it draws. */
export function movesVertices(object: Object3D, geometry: BufferGeometry): boolean {
  const { geometry: own, getVertexPosition: place, morphTexture, morphTargetInfluences } = object as DrawnObject;
  // A posed object draws another geometry, whose vertices are already moved. Lines, points and instances are never posed.
  if (geometry !== own) return false;
  const isMorphed = Boolean(morphTexture ?? morphTargetInfluences) && 'position' in geometry.morphAttributes;
  return isMorphed || (place !== undefined && place !== getVertexPosition);
}

/** Returns an object like the given one, with the morph influences of one of its instances. */
function asInstance(object: DrawnObject, instance: number): DrawnObject {
  const { morphTexture } = object;
  if (!morphTexture) return object;
  const { data, width } = morphTexture.image as { readonly data: Float32Array; readonly width: number };
  // The first number of a row of the texture is the weight of the unmorphed vertex; the morph influences follow it.
  const morphTargetInfluences = data.subarray(instance * width + 1, (instance + 1) * width);
  return withFields(object, { morphTargetInfluences });
}

/** Returns the tree over the triangles of a geometry; null if a tree is not worthwhile. */
function treeOf({ geometry, count }: Elements, meshes: GeometryMeshes): ElementTree | null {
  const tree = isWorthwhile(geometry) ? meshes.of(geometry) : null;
  // If the draw range ends within a triangle, rays hit the triangle but it is not drawn: the tree then has one triangle more.
  return tree?.triangleCount === count ? tree : null;
}

/** The triangles, segments or points of a geometry that are drawn with one material. */
export interface DrawnGroup {
  readonly elements: Elements;
  readonly materialIndex?: number | undefined;
}

/**
 * Returns the triangles, segments or points of each group of a geometry; all as one group if it has no groups. Triangles without a
 * material are left out.
 */
export function groupsOf({ elements, hasGroups, material }: DrawnElements): DrawnGroup[] {
  if (!hasGroups) return material || elements.size < 3 ? [{ elements }] : [];
  const { geometry } = elements;
  const whole = drawnRange(geometry);
  return drawnGroupsOf(geometry, material).map(({ start, count, materialIndex }) => {
    const range = { start: Math.max(start, whole.start), end: Math.min(start + count, whole.end) };
    return { elements: new Elements(geometry, 'triangles', range), materialIndex };
  });
}

/** Whether each group starts with a triangle, segment or point of the whole. Otherwise it draws others than the whole has. */
export function areAligned(groups: readonly DrawnGroup[], whole: Elements): boolean {
  return groups.every(({ elements }) => (elements.placeOf(0) - whole.placeOf(0)) % whole.size === 0);
}
