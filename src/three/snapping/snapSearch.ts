import type { BoxScene } from 'slabtree';
import { type Camera, type Intersection, Matrix4, type Plane, type Ray, Raycaster, type Vector2, Vector3 } from 'three';
import type { ObjectsById } from '../boxes/objectsById';
import { nearAndFarPlanes } from '../camera/viewPlanes';
import { aimFromNearToFar } from '../camera/viewRays';
import { distanceAlong } from '../math';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { comesBefore, isWithin } from '../rays/graphOrder';
import { setFromCamera } from '../rays/pointer';
import { accepts } from '../rays/raycastOptions';
import type { SceneRays } from '../rays/sceneRays';
import { worldMatrixOf } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { isDrawn, isEdge } from './edges';
import { type Side, sidesNear } from './nearPointer';
import type { Part } from './part';
import { type PixelSpace, pixelsAround } from './pixelSpace';
import type { Snap, SnapChoice, SnapKind } from './snapOptions';

/** What a snap asks: the boxes of an index, whom they belong to, rays, and the triangles of geometries. */
export interface SnapScene {
  readonly boxes: BoxScene;
  readonly objects: ObjectsById;
  readonly rays: SceneRays;
  readonly meshes: GeometryMeshes;
}

/**
 * What is this near to a point hides nothing, relative to the distance from the near plane: the surface that the point lies on,
 * and others that touch it, whose numbers may be rounded to float32.
 */
const SLACK = 2 ** -16;

/** The shares of the radius that are searched. What comes first is often much nearer, and there is less to look through. */
const SHARES = [1 / 8, 1 / 2, 1];

/** Finds what is drawn nearest to the pointer and not hidden: a vertex; or else an edge; or else a face. */
export class SnapSearch {
  readonly #scene: SnapScene;
  readonly #choice: SnapChoice;
  readonly #camera: Camera;
  readonly #pointer: Vector2;
  readonly #pixels: PixelSpace;
  /** The near plane, and the far plane if there is one. */
  readonly #ends: Plane[];
  readonly #raycaster = new Raycaster();
  /** The ray through the pointer. */
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
    const { radius, to, thresholdAngle } = this.#choice;
    const face = to.has('face') ? this.#faceUnderPointer() : null;
    if (face !== null && to.size === 1) return face;
    const parts = this.#partsNear();
    let sides: Side[] = [];
    for (const share of SHARES) {
      const near: Side[] = [];
      for (const part of parts) sidesNear(part, share * radius, this.#scene.meshes, near);
      sides = near.sort(byNearness);
      const isThere = ({ face }: Side, i: number) => face === undefined || isEdge(near, i, thresholdAngle);
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

  /** What the pointer itself is over. */
  #faceUnderPointer(): Snap | null {
    aimFromNearToFar(this.#ends, this.#raycaster, this.#pointer, this.#camera);
    const hit = this.#scene.rays.closestMesh(this.#raycaster, this.#choice);
    if (hit === null) return null;
    const { point, face } = hit;
    return snapOf('face', { ...hit, distance: this.#distanceTo(point) }, 0, face ? [face.a, face.b, face.c] : []);
  }

  /** The objects and instances whose boxes are near the pointer. Those with a raycast of their own have nothing to snap to. */
  #partsNear(): Part[] {
    const { boxes, objects } = this.#scene;
    const { radius, top, isEverything, mask } = this.#choice;
    // A point of a box that is drawn near the pointer is near one of the planes only if it is as near to the camera.
    const planes = this.#pixels.planesAround(radius, this.#ray.origin.length());
    const { inside, crossing } = boxes.cull(planes, { mask });
    return [...inside, ...crossing].flatMap((id): Part[] => {
      const source = objects.sourceOf(id);
      const { object } = source;
      if (!hasRaycastOfThree(object) || !(isEverything || isWithin(object, top))) return [];
      const instance = objects.instanceOf(id);
      const matrixWorld = worldMatrixOf(source, instance, new Matrix4());
      return [{ source, instance, owner: objects.describe(id), matrixWorld, pixels: this.#pixels.within(matrixWorld) }];
    });
  }

  /** The first of the sides, which are sorted, that is there, counts and is not hidden. */
  #closest<Kind extends Side>(
    kind: SnapKind,
    sides: readonly Kind[],
    isThere: (side: Kind, i: number) => boolean,
  ): Snap | null {
    const hidden = new Vector3(NaN);
    for (const [i, side] of sides.entries()) {
      const { part, from, to, start, end, place, face } = side;
      const point = from.clone().lerp(to, place.t).applyMatrix4(part.matrixWorld);
      // The other edges at a hidden vertex, for example.
      if (hidden.equals(point) || !isThere(side, i)) continue;
      const hit = { point, distance: this.#distanceTo(point), ...part.owner, ...face?.hit };
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
    raycaster.far = -way * (1 - SLACK);
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

/** The end of a side near the pointer, as a side without a length. */
interface End extends Side {
  /** The number of the side. */
  readonly on: number;
}

/** The ends of a side that are drawn within a radius. A point has one. */
function endsOf(side: Side, on: number, radius: number): End[] {
  const { part, from, to, start, end } = side;
  const ends: End[] = [];
  for (const vertex of new Set([start, end])) {
    const point = vertex === start ? from : to;
    const place = part.pixels.nearestTo(point, point);
    if (place !== null && place.pixels <= radius)
      ends.push({ ...side, from: point, to: point, start: vertex, end: vertex, place, on });
  }
  return ends;
}

/** By the distance from the pointer, then from the camera. Of what is equally near, the first as `Raycaster` would come to it. */
function byNearness(a: Side, b: Side): number {
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
