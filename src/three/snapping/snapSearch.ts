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
import { edgesAmong } from './edges';
import { type Part, type Side, sidesNear } from './nearPointer';
import { loosened, PixelSpace, type ScreenPlace } from './pixelSpace';
import type { Snap, SnapChoice, SnapKind } from './snapOptions';

/** What a snap asks: the boxes of an index, whom they belong to, rays, and the triangles of geometries. */
export interface SnapScene {
  readonly boxes: BoxScene;
  readonly owners: Owners;
  readonly rays: SceneRays;
  readonly meshes: GeometryMeshes;
}

/** Something to snap to, unless it is hidden. */
interface Candidate {
  readonly kind: SnapKind;
  readonly side: Side;
  readonly place: ScreenPlace;
  /** In the space of its part. */
  readonly point: Vector3;
  readonly vertices: number[];
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
    const sides: Side[] = [];
    for (const part of this.#partsNear()) sidesNear(part, radius, this.#scene.meshes, sides);
    const edges = edgesAmong(sides, thresholdAngle);
    return (
      (to.has('vertex')
        ? this.#closest([...sides.filter(isPoint), ...edges].flatMap((side) => this.#endsOf(side)))
        : null) ??
      (to.has('edge') ? this.#closest(edges.map((side) => along('edge', side))) : null) ??
      face ??
      (to.has('face')
        ? this.#closest(sides.filter(({ face }) => face?.isDrawn === true).map((side) => along('face', side)))
        : null)
    );
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
    const planes = loosened(this.#pixels.planesAround(radius), this.#origin.length());
    const { inside, crossing } = boxes.cull(planes, { mask: layers.mask });
    return [...inside, ...crossing].flatMap((id): Part[] => {
      const source = owners.sourceOf(id);
      const { object } = source;
      if (!hasRaycastOfThree(object) || !(isEverything || isWithin(object, top))) return [];
      const instance = owners.instanceOf(id);
      const matrixWorld = worldMatrixOf(source, instance, new Matrix4());
      return [{ source, instance, matrixWorld, pixels: this.#pixels.within(matrixWorld) }];
    });
  }

  #endsOf(side: Side): Candidate[] {
    const ends: [Vector3, number][] = [[side.from, side.start]];
    if (!isPoint(side)) ends.push([side.to, side.end]);
    return ends.flatMap(([point, vertex]): Candidate[] => {
      const place = side.part.pixels.placeOf(point);
      if (place === null || !(place.pixels <= this.#choice.radius)) return [];
      return [{ kind: 'vertex', side, place, point, vertices: [vertex] }];
    });
  }

  /** The first of the candidates, by their distance from the pointer, that counts and is not hidden. */
  #closest(candidates: Candidate[]): Snap | null {
    const hidden = new Vector3(NaN);
    for (const candidate of candidates.sort(byNearness)) {
      const { kind, side, place, vertices } = candidate;
      const { part, face } = side;
      const { object, instanceName } = part.source;
      const point = candidate.point.clone().applyMatrix4(part.matrixWorld);
      // The other edges at a hidden vertex, for example.
      if (hidden.equals(point)) continue;
      const instance = instanceName === null ? {} : { [instanceName]: part.instance };
      const faceIndex = face === undefined ? {} : { faceIndex: face.faceIndex };
      const distance = this.#distanceTo(point);
      const isCounted = accepts(this.#choice, hitAt(point, distance, candidate, { ...instance, ...faceIndex }));
      if (!isCounted) continue;
      if (!this.#isHidden(point))
        return { kind, point, distance, pixels: place.pixels, object, ...instance, ...faceIndex, vertices };
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

function isPoint({ start, end, face }: Side): boolean {
  return start === end && face === undefined;
}

/** The place on a side that is drawn nearest to the pointer. */
function along(kind: 'edge' | 'face', side: Side): Candidate {
  const { from, to, place, start, end, face } = side;
  const vertices = kind === 'face' && face !== undefined ? [...face.vertices] : [start, end];
  return { kind, side, place, point: from.clone().lerp(to, place.t), vertices };
}

/** What filters and clipping ask about. */
function hitAt(point: Vector3, distance: number, { side }: Candidate, numbers: Partial<Intersection>): Intersection {
  const { part, face } = side;
  const { object } = part.source;
  const materialIndex = face?.materialIndex;
  if (face === undefined || materialIndex === undefined) return { distance, point, object, ...numbers };
  const [a, b, c] = face.vertices;
  return { distance, point, object, face: { a, b, c, normal: face.normal, materialIndex }, ...numbers };
}

/** By the distance from the pointer, then from the camera. Of what is equally near, the first as `Raycaster` would come to it. */
function byNearness({ side: a, place: placeA }: Candidate, { side: b, place: placeB }: Candidate): number {
  return (
    placeA.pixels - placeB.pixels ||
    placeA.depth - placeB.depth ||
    byPart(a.part, b.part) ||
    a.element - b.element ||
    a.corner - b.corner
  );
}

function byPart(a: Part, b: Part): number {
  if (a.source === b.source) return a.instance - b.instance;
  return comesBefore(a.source.object, b.source.object) ? -1 : 1;
}
