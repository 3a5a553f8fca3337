import type { BoxScene } from 'slabtree';
import { Matrix4 } from 'three';
import type { BoxContent } from '../../bvh/query/shapeCandidates';
import { INTERNALS } from '../../scene/internals';
import type { GeometryMesh, GeometryMeshes } from '../meshes/geometryMeshes';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import { areAligned, type DrawnElements, drawnElementsOf, type DrawnGroup, groupsOf } from '../sources/drawnElements';
import { drawsEachOnce } from './drawnMesh';
import { PlacedTriangles } from './placedTriangles';

/** What the shapes of `solids` meet in place of a box: what the object or instance of the box drew when a shape first met the box. */
export interface SolidContent {
  readonly content: BoxContent;
  /** The mesh of the geometry, if the content is this mesh. Otherwise triangles have the numbers of faces. */
  readonly mesh: GeometryMesh | null;
  /** For each triangle of the mesh, 1 if the object draws it, else 0. Null if it draws all. */
  readonly drawn: Uint8Array | null;
}

const NOTHING: SolidContent = { content: 'nothing', mesh: null, drawn: null };
const BOX: SolidContent = { content: 'box', mesh: null, drawn: null };

/**
 * Returns what a box stands for: the mesh of its geometry, or its triangles placed in the world if no mesh has them. The box itself,
 * if triangles are not known. Nothing, if the object draws lines or points.
 */
export function solidContentOf(
  source: BoxSource,
  instance: number,
  id: number,
  scene: BoxScene,
  meshes: GeometryMeshes,
): SolidContent {
  const drawn = drawnElementsOf(source, instance, meshes);
  if (drawn === null) return BOX;
  if (drawn.elements.size !== 3) return NOTHING;
  const { geometry } = drawn.elements;
  const groups = drawsEachOnce({ geometry, material: drawn.material }) ? null : groupsOf(drawn);
  const mesh = scene[INTERNALS].boxes.isObb(id) ? meshOf(drawn, groups ?? [], meshes) : null;
  if (mesh !== null) return { content: mesh.stored, mesh, drawn: groups && drawnBy(groups, drawn) };
  const content = new PlacedTriangles(drawn, worldMatrixOf(source, instance, new Matrix4()));
  return { content, mesh: null, drawn: null };
}

/** Returns the mesh that has all triangles of an object, and the same ones as the object. Null if there is no such mesh. */
function meshOf(drawn: DrawnElements, groups: readonly DrawnGroup[], meshes: GeometryMeshes): GeometryMesh | null {
  const { elements, isMoved } = drawn;
  if (isMoved || !areAligned(groups, elements)) return null;
  const mesh = meshes.of(elements.geometry);
  // If the draw range ends within a triangle, rays hit the triangle but it is not drawn: the mesh then has one triangle more.
  return mesh?.triangleCount === elements.count ? mesh : null;
}

/** Returns for each triangle of a geometry whether a group draws it. */
function drawnBy(groups: readonly DrawnGroup[], { elements: whole }: DrawnElements): Uint8Array {
  const drawn = new Uint8Array(whole.count);
  for (const { elements } of groups) {
    const first = (elements.placeOf(0) - whole.placeOf(0)) / 3;
    drawn.fill(1, first, first + elements.count);
  }
  return drawn;
}
