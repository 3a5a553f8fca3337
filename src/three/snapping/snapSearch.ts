import type { BoxScene } from 'slabtree';
import { type Camera, type Intersection, Matrix4, type Plane, type Ray, Raycaster, type Vector2, Vector3 } from 'three';
import type { ObjectsById } from '../boxes/objectsById';
import { nearAndFarPlanes } from '../camera/viewPlanes';
import { aimFromNearToFar } from '../camera/viewRays';
import { beginQuery } from '../elements/elementTree';
import { distanceAlong } from '../math';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { isTestedBefore, isWithin } from '../rays/graphOrder';
import { setFromCamera } from '../rays/pointer';
import { accepts } from '../rays/raycastOptions';
import type { SceneRays } from '../rays/sceneRays';
import { worldMatrixOf } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import type { SnapCandidate } from './face';
import { type PixelSpace, pixelsAround } from './pixelSpace';
import { isDrawn, isEdge, type NearSide, sidesNear } from './sides';
import type { Snap, SnapChoice, SnapKind } from './snapOptions';

/** The parts of a SceneIndex that the search for a snap uses. */
export interface SnapScene {
  readonly boxes: BoxScene;
  readonly objects: ObjectsById;
  readonly rays: SceneRays;
  readonly meshes: GeometryMeshes;
}

/**
 * A mesh hides a place unless it is only in this last fraction of the way from the near plane to the place. There, it may be the
 * surface with the place, or a surface that touches it: coordinates are rounded to float32.
 */
const OCCLUSION_TOLERANCE = 2 ** -16;

/**
 * The radii of the successive searches around the pointer, as fractions of the whole search radius. The nearest place is often
 * found within a small radius, which has fewer sides to compare.
 */
const SHARES = [1 / 8, 1 / 2, 1];

/**
 * Finds the place nearest to the pointer that no mesh hides: a vertex, otherwise a place on an edge, otherwise a place on a face.
 */
export class SnapSearch {
  readonly #scene: SnapScene;
  readonly #choice: SnapChoice;
  readonly #camera: Camera;
  readonly #pointer: Vector2;
  readonly #pixels: PixelSpace;
  /** The near plane of the camera, and its far plane if there is one. */
  readonly #ends: Plane[];
  readonly #raycaster = new Raycaster();
  readonly #ray: Ray;

  constructor(scene: SnapScene, choice: SnapChoice, camera: Camera, pointer: Vector2, width: number, height: number) {
    this.#scene = scene;
    this.#choice = choice;
    this.#camera = camera;
    this.#pointer = pointer;
    this.#raycaster.layers.mask = choice.mask;
    setFromCamera(this.#raycaster, pointer, camera);
    this.#ray = this.#raycaster.ray.clone();
    this.#pixels = pixelsAround(pointer, camera, width, height);
    this.#ends = nearAndFarPlanes(this.#pixels.matrix, camera);
  }

  find(): Snap | null {
    beginQuery();
    const { radius, to, thresholdAngle } = this.#choice;
    const face = to.has('face') ? this.#faceUnderPointer() : null;
    if (face !== null && to.size === 1) return face;
    const candidates = this.#candidatesNear();
    let sides: NearSide[] = [];
    for (const share of SHARES) {
      const near: NearSide[] = [];
      for (const candidate of candidates) sidesNear(candidate, share * radius, this.#scene.meshes, near);
      sides = near.sort(byNearness);
      const isThere = ({ face }: NearSide, i: number) => face === undefined || isEdge(near, i, thresholdAngle);
      if (to.has('vertex')) {
        const vertices = sides.flatMap((side, i) => endsOf(side, i, share * radius)).sort(byNearness);
        const vertex = this.#closest('vertex', vertices, (end) => isThere(end, end.on));
        if (vertex !== null) return vertex;
      }
      if (to.has('edge') && (share === 1 || !to.has('vertex'))) {
        const edge = this.#closest('edge', sides, (side, i) => side.start !== side.end && isThere(side, i));
        if (edge !== null) return edge;
      }
    }
    return face ?? (to.has('face') ? this.#closest('face', sides, isDrawn) : null);
  }

  /** Returns the snap to the first mesh that the ray through the pointer hits. Null if the ray hits no mesh. */
  #faceUnderPointer(): Snap | null {
    aimFromNearToFar(this.#ends, this.#raycaster, this.#pointer, this.#camera);
    const hit = this.#scene.rays.closestMesh(this.#raycaster, this.#choice);
    if (hit === null) return null;
    const { point, face } = hit;
    return snapOf('face', { ...hit, distance: this.#distanceTo(point) }, 0, face ? [face.a, face.b, face.c] : []);
  }

  /** Returns the objects and instances with boxes near the pointer on the screen, but none with a raycast of its own. */
  #candidatesNear(): SnapCandidate[] {
    const { boxes, objects } = this.#scene;
    const { radius, top, isEverything, mask } = this.#choice;
    // The tolerance of the planes depends on the size of the coordinates, but it only matters for points close to a plane. A
    // point drawn near the pointer is close to a plane only if it is close to the camera, so the camera's distance from the
    // origin is a sufficient size.
    const planes = this.#pixels.planesAround(radius, this.#ray.origin.length());
    const { inside, crossing } = boxes.cull(planes, { mask });
    return [...inside, ...crossing].flatMap((id): SnapCandidate[] => {
      const source = objects.sourceOf(id);
      const { object } = source;
      if (!hasRaycastOfThree(object) || !(isEverything || isWithin(object, top))) return [];
      const instance = objects.instanceOf(id);
      const matrixWorld = worldMatrixOf(source, instance, new Matrix4());
      return [
        { source, instance, object: objects.describe(id), matrixWorld, pixels: this.#pixels.within(matrixWorld) },
      ];
    });
  }

  /** Returns a snap to the first of the sorted sides for which `isThere` is true, that the options accept and no mesh hides. */
  #closest<Kind extends NearSide>(
    kind: SnapKind,
    sides: readonly Kind[],
    isThere: (side: Kind, i: number) => boolean,
  ): Snap | null {
    const hidden = new Vector3(NaN);
    for (const [i, side] of sides.entries()) {
      const { candidate, from, to, start, end, place, face } = side;
      const point = from.clone().lerp(to, place.t).applyMatrix4(candidate.matrixWorld);
      // Several sides may end at one vertex: if the vertex of the last side was hidden, a side with the same place is skipped.
      if (hidden.equals(point) || !isThere(side, i)) continue;
      const hit = { point, distance: this.#distanceTo(point), ...candidate.object, ...face?.hit };
      if (!accepts(this.#choice, hit)) continue;
      const ends = start === end ? [start] : [start, end];
      if (!this.#isHidden(point)) {
        return snapOf(kind, hit, place.pixels, kind === 'face' && face !== undefined ? face.vertices : ends);
      }
      hidden.copy(point);
    }
    return null;
  }

  #isHidden(point: Vector3): boolean {
    const raycaster = this.#raycaster;
    const { ray } = raycaster;
    ray.direction.copy(this.#ray.direction);
    if (this.#isPerspective) ray.direction.subVectors(point, this.#ray.origin).normalize();
    ray.origin.copy(point);
    const way = distanceAlong(ray, this.#ends[0]);
    ray.origin.addScaledVector(ray.direction, way);
    raycaster.near = 0;
    raycaster.far = -way * (1 - OCCLUSION_TOLERANCE);
    return this.#scene.rays.closestMesh(raycaster, this.#choice) !== null;
  }

  #distanceTo(point: Vector3): number {
    const { origin, direction } = this.#ray;
    return this.#isPerspective ? point.distanceTo(origin) : point.clone().sub(origin).dot(direction);
  }

  get #isPerspective(): boolean {
    return 'isPerspectiveCamera' in this.#camera;
  }
}

function snapOf(kind: SnapKind, hit: Intersection, pixels: number, vertices: number[]): Snap {
  const { point, distance, object } = hit;
  const snap: Snap = { kind, point, distance, pixels, object, vertices };
  for (const name of ['instanceId', 'batchId', 'faceIndex'] as const) {
    const number = hit[name];
    if (typeof number === 'number') snap[name] = number;
  }
  return snap;
}

/** An end of a side that is drawn near the pointer. It is itself a side, of length 0. */
interface End extends NearSide {
  /** The index, in the sorted list of sides, of the side with this end. */
  readonly on: number;
}

/** Returns the ends of a side that are drawn within a radius of the pointer. A point has only one end. */
function endsOf(side: NearSide, on: number, radius: number): End[] {
  const { candidate, from, to, start, end } = side;
  const ends: End[] = [];
  for (const vertex of new Set([start, end])) {
    const point = vertex === start ? from : to;
    const place = candidate.pixels.nearestTo(point, point);
    if (place !== null && place.pixels <= radius)
      ends.push({ ...side, from: point, to: point, start: vertex, end: vertex, place, on });
  }
  return ends;
}

/** Orders sides by their distance from the pointer, then from the camera, then as three.js's `Raycaster` tests them. */
function byNearness(a: NearSide, b: NearSide): number {
  return (
    a.place.pixels - b.place.pixels ||
    a.place.depth - b.place.depth ||
    byCandidate(a.candidate, b.candidate) ||
    a.element - b.element ||
    a.corner - b.corner
  );
}

function byCandidate(a: SnapCandidate, b: SnapCandidate): number {
  if (a.source === b.source) return a.instance - b.instance;
  return isTestedBefore(a.source.object, b.source.object) ? -1 : 1;
}
