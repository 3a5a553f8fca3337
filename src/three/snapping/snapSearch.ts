import type { BoxScene } from 'slabtree';
import { type Camera, type Intersection, Matrix4, Raycaster, type Vector2, Vector3 } from 'three';
import type { Owners } from '../boxes/owners';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { comesBefore, isWithin } from '../rays/graphOrder';
import { setFromCamera } from '../rays/pointer';
import { accepts } from '../rays/raycastOptions';
import type { SceneRays } from '../rays/sceneRays';
import { worldMatrixOf } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { isEdge } from './edges';
import { type Face, type Part, type Side, sidesNear } from './nearPointer';
import { PixelSpace } from './pixelSpace';
import type { Snap, SnapChoice, SnapKind } from './snapOptions';

/** What a snap asks: the boxes of an index, whom they belong to, rays, and the triangles of geometries. */
export interface SnapScene {
  readonly boxes: BoxScene;
  readonly owners: Owners;
  readonly rays: SceneRays;
  readonly meshes: GeometryMeshes;
}

/** What is sorted by its place on the screen. */
type Placed = Pick<Side, 'part' | 'place' | 'element' | 'corner'>;

/** Something to snap to, unless it is hidden. */
interface Candidate extends Placed {
  readonly kind: SnapKind;
  readonly side: Side;
  readonly vertices: number[];
  /** In the space of its part. */
  point(): Vector3;
  /** Whether it is what its kind says, and drawn. */
  isThere(): boolean;
}

/**
 * What is this near to a point hides nothing, relative to the distance from the near plane: the surface that the point lies on,
 * and others that touch it, whose numbers may be rounded to float32.
 */
const SLACK = 2 ** -16;

/** Finds what is drawn nearest to the pointer and not hidden: a vertex; or else an edge; or else a face. */
export class SnapSearch {
  readonly #scene: SnapScene;
  readonly #choice: SnapChoice;
  readonly #pixels: PixelSpace;
  readonly #raycaster = new Raycaster();
  /** The ray through the pointer. */
  readonly #origin: Vector3;
  readonly #direction: Vector3;
  readonly #isPerspective: boolean;

  constructor(scene: SnapScene, choice: SnapChoice, camera: Camera, pointer: Vector2, width: number, height: number) {
    this.#scene = scene;
    this.#choice = choice;
    this.#raycaster.layers.mask = choice.layers.mask;
    setFromCamera(this.#raycaster, pointer, camera);
    this.#origin = this.#raycaster.ray.origin.clone();
    this.#direction = this.#raycaster.ray.direction.clone();
    this.#isPerspective = 'isPerspectiveCamera' in camera;
    this.#pixels = PixelSpace.of(camera, pointer, width, height);
  }

  find(): Snap | null {
    const { radius, to, thresholdAngle } = this.#choice;
    const face = to.has('face') ? this.#faceUnderPointer() : null;
    if (face !== null && to.size === 1) return face;
    const parts = this.#partsNear();
    let sides: Side[] = [];
    // What comes first is often much nearer than the radius, and there is less to look through.
    for (const share of [1 / 8, 1 / 2, 1]) {
      sides = [];
      for (const part of parts) sidesNear(part, share * radius, this.#scene.meshes, sides);
      sides.sort(byNearness);
      const near = sides;
      const isEdgeAt = (i: number) => isEdge(near, i, thresholdAngle);
      if (to.has('vertex')) {
        const vertices = sides.flatMap((side, i) => endsOf(side, share * radius, () => isEdgeAt(i)));
        const vertex = this.#closest(vertices.sort(byNearness));
        if (vertex !== null) return vertex;
      }
      if (to.has('edge') && (share === 1 || !to.has('vertex'))) {
        const edge = this.#closest(sides.map((side, i) => along('edge', side, () => isEdgeAt(i))));
        if (edge !== null) return edge;
      }
    }
    if (face !== null || !to.has('face')) return face;
    return this.#closest(sides.map((side) => along('face', side, () => isDrawn(side))));
  }

  /** What the pointer itself is over. */
  #faceUnderPointer(): Snap | null {
    const { ray } = this.#raycaster;
    const start = -this.#pixels.beyondNear(this.#origin, this.#direction);
    ray.origin.copy(this.#origin).addScaledVector(this.#direction, start);
    ray.direction.copy(this.#direction);
    this.#raycaster.near = 0;
    this.#raycaster.far = this.#pixels.beforeFar(ray.origin, ray.direction);
    const hit = this.#scene.rays.closestMesh(this.#raycaster, this.#choice);
    if (hit === null) return null;
    const { point, object, instanceId, batchId, face } = hit;
    const vertices = face ? [face.a, face.b, face.c] : [];
    const distance = hit.distance + start;
    return {
      kind: 'face',
      point,
      distance,
      pixels: 0,
      object,
      ...(instanceId !== undefined && { instanceId }),
      ...(batchId !== undefined && { batchId }),
      ...(typeof hit.faceIndex === 'number' && { faceIndex: hit.faceIndex }),
      vertices,
    };
  }

  /** The objects and instances whose boxes are near the pointer. Those with a raycast of their own have nothing to snap to. */
  #partsNear(): Part[] {
    const { boxes, owners } = this.#scene;
    const { radius, top, isEverything, layers } = this.#choice;
    // A point of a box that is drawn near the pointer is near one of the planes only if it is as near to the camera.
    const planes = this.#pixels.planesAround(radius, this.#origin.length());
    const { inside, crossing } = boxes.cull(planes, { mask: layers.mask });
    return [...inside, ...crossing].flatMap((id): Part[] => {
      const source = owners.sourceOf(id);
      const { object } = source;
      if (!hasRaycastOfThree(object) || !(isEverything || isWithin(object, top))) return [];
      const instance = owners.instanceOf(id);
      const matrixWorld = worldMatrixOf(source, instance, new Matrix4());
      return [{ source, instance, owner: owners.describe(id), matrixWorld, pixels: this.#pixels.within(matrixWorld) }];
    });
  }

  /** The first of the candidates, which are sorted, that counts and is not hidden. */
  #closest(candidates: readonly Candidate[]): Snap | null {
    const hidden = new Vector3(NaN);
    for (const candidate of candidates) {
      const { kind, part, place, vertices } = candidate;
      const { face } = candidate.side;
      const point = candidate.point().clone().applyMatrix4(part.matrixWorld);
      // The other edges at a hidden vertex, for example.
      if (hidden.equals(point) || !candidate.isThere()) continue;
      const owner = { ...part.owner, ...(face && { faceIndex: face.faceIndex }) };
      const distance = this.#distanceTo(point);
      if (!accepts(this.#choice, { point, distance, ...owner, ...hitFace(face) })) continue;
      if (!this.#isHidden(point)) return { kind, point, distance, pixels: place.pixels, ...owner, vertices };
      hidden.copy(point);
    }
    return null;
  }

  #isHidden(point: Vector3): boolean {
    const { ray } = this.#raycaster;
    if (this.#isPerspective) ray.direction.subVectors(point, this.#origin).normalize();
    else ray.direction.copy(this.#direction);
    const distance = this.#pixels.beyondNear(point, ray.direction);
    ray.origin.copy(point).addScaledVector(ray.direction, -distance);
    this.#raycaster.near = 0;
    this.#raycaster.far = distance * (1 - SLACK);
    return this.#scene.rays.closestMesh(this.#raycaster, this.#choice) !== null;
  }

  #distanceTo(point: Vector3): number {
    if (this.#isPerspective) return point.distanceTo(this.#origin);
    return point.clone().sub(this.#origin).dot(this.#direction);
  }
}

/** The ends of a side that are drawn within a radius. A point has one. */
function endsOf(side: Side, radius: number, isEdgeThere: () => boolean): Candidate[] {
  const { part, from, to, start, end, face, element, corner } = side;
  const isPoint = start === end && face === undefined;
  const isThere = isPoint ? () => true : isEdgeThere;
  return (isPoint ? [from] : [from, to]).flatMap((point): Candidate[] => {
    const place = part.pixels.nearestTo(point, point);
    if (place === null || !(place.pixels <= radius)) return [];
    const vertices = [point === from ? start : end];
    return [{ kind: 'vertex', side, part, place, element, corner, vertices, point: () => point, isThere }];
  });
}

function isDrawn({ face }: Side): boolean {
  return face !== undefined && face.materialIndex !== null;
}

/** The place on a side that is drawn nearest to the pointer. */
function along(kind: 'edge' | 'face', side: Side, isThere: () => boolean): Candidate {
  const { part, from, to, place, start, end, face, element, corner } = side;
  const vertices = kind === 'face' && face !== undefined ? [...face.vertices] : [start, end];
  return { kind, side, part, place, element, corner, vertices, point: () => from.clone().lerp(to, place.t), isThere };
}

/** The face of a hit, for filters and clipping. */
function hitFace(face: Face | undefined): Pick<Intersection, 'face'> {
  const materialIndex = face?.materialIndex;
  if (face === undefined || typeof materialIndex !== 'number') return {};
  const [a, b, c] = face.vertices;
  return { face: { a, b, c, normal: face.normal, materialIndex } };
}

/** By the distance from the pointer, then from the camera. Of what is equally near, the first as `Raycaster` would come to it. */
function byNearness(a: Placed, b: Placed): number {
  return (
    a.place.pixels - b.place.pixels ||
    a.place.depth - b.place.depth ||
    byPart(a.part, b.part) ||
    a.element - b.element ||
    a.corner - b.corner
  );
}

function byPart(a: Part, b: Part): number {
  if (a.source === b.source) return a.instance - b.instance;
  return comesBefore(a.source.object, b.source.object) ? -1 : 1;
}
