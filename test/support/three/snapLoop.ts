import type { Mesh } from 'three';
import {
  BackSide,
  type BufferGeometry,
  type Camera,
  DoubleSide,
  FrontSide,
  Line,
  LineLoop,
  LineSegments,
  type Material,
  Matrix3,
  Matrix4,
  type Object3D,
  Points,
  Raycaster,
  Triangle,
  type Vector2,
  Vector3,
  Vector4,
  WebGPUCoordinateSystem,
} from 'three';
import type { SceneSnapOptions, SnapKind } from 'slabtree/three';
import { activeIds } from './batches';
import { isBatched, isInstanced, isMesh } from './kinds';
import { visibleObjects } from './loop';
import { hasRaycastOfMesh, isForeign } from './ownBounds';

/** What a snap must find: the definition, as a loop over everything. */
export interface ExpectedSnap {
  readonly kind: SnapKind;
  readonly object: Object3D;
  readonly point: Vector3;
  readonly pixels: number;
  readonly instance: number | undefined;
  readonly faceIndex: number | undefined;
  readonly vertices: readonly number[];
}

interface Found extends ExpectedSnap {
  readonly depth: number;
}

interface View {
  readonly root: Object3D;
  readonly camera: Camera;
  readonly pointer: Vector2;
  readonly width: number;
  readonly height: number;
}

/** A side of a triangle, or a segment or a point. */
interface Piece {
  readonly ends: readonly [number, number];
  readonly faceIndex?: number;
  readonly vertices: readonly number[];
}

/** An object or instance, with its vertices and what it draws of them. */
interface Drawn {
  readonly object: Object3D;
  readonly instance: number | undefined;
  readonly matrix: Matrix4;
  position(vertex: number): Vector3;
  /** The triangles, and the sides that are drawn of each, by one material or more. */
  readonly triangles: readonly {
    readonly vertices: readonly number[];
    readonly faceIndex: number;
    readonly shown: readonly number[];
  }[];
  readonly segments: readonly Piece[];
}

export function snapOf(view: View, options: SceneSnapOptions): ExpectedSnap | undefined {
  const { radius = 10, thresholdAngle = 1, filter = () => true, within = view.root, layers } = options;
  const { clippingPlanes = [], clipIntersection = false } = options.clipping ?? {};
  const kinds = new Set([options.to ?? ['vertex', 'edge', 'face']].flat());
  const raycaster = new Raycaster();
  if (layers !== undefined) raycaster.layers.mask = layers.mask;
  const below = new Set<Object3D>();
  within.traverse((object) => below.add(object));
  const objects = visibleObjects(view.root).filter(
    (object) => below.has(object) && object.layers.test(raycaster.layers),
  );
  const meshes = objects.filter((object) => isMesh(object) || isForeign(object));
  raycaster.setFromCamera(view.pointer, view.camera);
  const pointerRay = raycaster.ray.clone();

  const found: Found[] = [];
  for (const drawn of objects.filter((object) => !isForeign(object)).flatMap(drawnOf))
    found.push(...candidates(drawn, view, thresholdAngle));
  for (const kind of ['vertex', 'edge'] as const)
    if (kinds.has(kind)) {
      const first = firstOf(found.filter((each) => each.kind === kind));
      if (first !== undefined) return first;
    }
  if (!kinds.has('face')) return undefined;
  return underPointer() ?? firstOf(found.filter(({ kind }) => kind === 'face'));

  function firstOf(all: readonly Found[]): Found | undefined {
    return all
      .filter(({ pixels }) => pixels <= radius)
      .sort((a, b) => a.pixels - b.pixels || a.depth - b.depth)
      .find(
        (each) => !isCutAway(each.point) && filter(each.object, each.instance, each.faceIndex) && !isHidden(each.point),
      );
  }

  function isCutAway({ x, y, z }: Vector3): boolean {
    const isBehind = ({ normal, constant }: (typeof clippingPlanes)[number]) =>
      normal.x * x + normal.y * y + normal.z * z + constant < 0;
    if (clippingPlanes.length === 0) return false;
    return clipIntersection ? clippingPlanes.every(isBehind) : clippingPlanes.some(isBehind);
  }

  function isHidden(point: Vector3): boolean {
    const { ray } = raycaster;
    ray.copy(pointerRay);
    if ('isPerspectiveCamera' in view.camera) ray.direction.subVectors(point, ray.origin).normalize();
    const distance = alongTo(nearPlane(view), point, ray.direction);
    ray.origin.copy(point).addScaledVector(ray.direction, -distance);
    raycaster.far = distance * (1 - 2 ** -16);
    return hits().length > 0;
  }

  function underPointer(): ExpectedSnap | undefined {
    const { ray } = raycaster;
    ray.copy(pointerRay);
    ray.origin.addScaledVector(ray.direction, -alongTo(nearPlane(view), ray.origin, ray.direction));
    raycaster.far = -alongTo(farPlane(view), ray.origin, ray.direction);
    const hit = hits().at(0);
    if (hit === undefined) return undefined;
    const { object, point, face, faceIndex } = hit;
    const vertices = face ? [face.a, face.b, face.c] : [];
    const instance = hit.instanceId ?? hit.batchId;
    return { kind: 'face', object, point, pixels: 0, instance, faceIndex: faceIndex ?? undefined, vertices };
  }

  function hits() {
    return raycaster
      .intersectObjects(meshes, false)
      .filter((hit) => !isCutAway(hit.point))
      .filter((hit) => filter(hit.object, hit.instanceId ?? hit.batchId, hit.faceIndex ?? undefined));
  }
}

function candidates(drawn: Drawn, view: View, thresholdAngle: number): Found[] {
  const { object, instance, matrix } = drawn;
  const screen = screenMatrix(view).multiply(matrix);
  const found: Found[] = [];
  const add = (
    kind: SnapKind,
    from: Vector3,
    to: Vector3,
    vertices: readonly number[],
    faceIndex: number | undefined,
  ): void => {
    const place = nearest(screen, view, from, to);
    if (place === null) return;
    const point = from.clone().lerp(to, place.t).applyMatrix4(matrix);
    found.push({ kind, object, instance, point, pixels: place.pixels, depth: place.depth, faceIndex, vertices });
  };

  const meeting = new Map<string, Vector3[]>();
  const sides = drawn.triangles.flatMap(({ vertices, faceIndex, shown }) => {
    const [a, b, c] = vertices.map((vertex) => drawn.position(vertex));
    if (a.equals(b) || b.equals(c) || c.equals(a)) return [];
    const corners = [a, b, c].map((corner) => new Vector4(corner.x, corner.y, corner.z, 1).applyMatrix4(screen));
    // Of a face that is seen from its edge, rounding decides.
    const rows = new Matrix3().fromArray(corners.flatMap(({ x, y, w }) => [x, y, w]));
    const turn = rows.determinant() * Math.sign(matrix.determinant());
    const isDrawn = shown.some(
      (side) => side === DoubleSide || (side === FrontSide && turn > 0) || (side === BackSide && turn < 0),
    );
    const normal = Triangle.getNormal(a, b, c, new Vector3());
    return [0, 1, 2].map((i) => {
      const ends = inOrder(drawn, vertices[i], vertices[(i + 1) % 3]);
      const key = ends.map((end) => drawn.position(end).toArray().join(' ')).join(' ');
      meeting.set(key, [...(meeting.get(key) ?? []), normal]);
      return { ends, vertices, faceIndex, isDrawn, key };
    });
  });
  for (const { ends, vertices, faceIndex, isDrawn, key } of sides) {
    const [from, to] = ends.map((end) => drawn.position(end));
    if (isDrawn) add('face', from, to, vertices, faceIndex);
    const normals = meeting.get(key) ?? [];
    const isFlat = normals.length === 2 && normals[0].dot(normals[1]) > Math.cos((thresholdAngle * Math.PI) / 180);
    if (!isDrawn || (isFlat && thresholdAngle !== 0)) continue;
    add('edge', from, to, ends, faceIndex);
    add('vertex', from, from, [ends[0]], faceIndex);
    add('vertex', to, to, [ends[1]], faceIndex);
  }
  for (const { ends } of drawn.segments) {
    const [start, end] = inOrder(drawn, ...ends);
    const [from, to] = [drawn.position(start), drawn.position(end)];
    add('vertex', from, from, [start], undefined);
    if (start === end) continue;
    add('edge', from, to, [start, end], undefined);
    add('vertex', to, to, [end], undefined);
  }
  return found;
}

/** The ends of a side, the one with the smaller numbers first. */
function inOrder(drawn: Drawn, start: number, end: number): [number, number] {
  const [a, b] = [drawn.position(start).toArray(), drawn.position(end).toArray()];
  const axis = a.findIndex((value, i) => value !== b[i]);
  return axis >= 0 && b[axis] < a[axis] ? [end, start] : [start, end];
}

function drawnOf(object: Object3D): Drawn[] {
  if (Object.hasOwn(object, 'raycast') && !hasRaycastOfMesh(object)) return [];
  if (object instanceof Points || object instanceof Line) return [linesOf(object)];
  if (!isMesh(object)) return [];
  const { geometry } = object;
  if (!geometry.hasAttribute('position')) return [];
  if (isInstanced(object)) {
    return Array.from({ length: object.count }, (_, instance) => {
      const matrix = new Matrix4();
      object.getMatrixAt(instance, matrix);
      return meshOf(object, geometry, instance, matrix.premultiply(object.matrixWorld));
    });
  }
  if (isBatched(object)) {
    return activeIds(object)
      .filter((id) => object.getVisibleAt(id))
      .map((id) => {
        const { start, count } = object.getGeometryRangeAt(object.getGeometryIdAt(id));
        const matrix = object.getMatrixAt(id, new Matrix4()).premultiply(object.matrixWorld);
        return meshOf(object, geometry, id, matrix, start, start + count);
      });
  }
  return [meshOf(object, geometry, undefined, object.matrixWorld)];
}

function meshOf(
  mesh: Mesh,
  geometry: BufferGeometry,
  instance: number | undefined,
  matrix: Matrix4,
  start = 0,
  stop = Infinity,
): Drawn {
  const { index, drawRange } = geometry;
  const first = Math.max(start, drawRange.start);
  const count = (index ?? geometry.attributes.position).count;
  const end = Math.min(count, stop, drawRange.start + drawRange.count);
  const material: Material | Material[] = mesh.material;
  // As the renderer draws: each group from where it begins.
  const groups = Array.isArray(material)
    ? geometry.groups.map((group) => ({ ...group, drawnWith: material.at(group.materialIndex ?? 0) }))
    : [{ start: first, count: Infinity, drawnWith: material }];
  const shown = new Map<number, number[]>();
  for (const { start: from, count: length, drawnWith } of groups) {
    for (let at = Math.max(from, first); at + 3 <= Math.min(from + length, end); at += 3) {
      if (drawnWith !== undefined) shown.set(at, [...(shown.get(at) ?? []), drawnWith.side]);
    }
  }
  const triangles = [...shown.keys()]
    .sort((a, b) => a - b)
    .map((at) => ({
      vertices: [at, at + 1, at + 2].map((place) => index?.getX(place) ?? place),
      faceIndex: Math.floor(at / 3),
      shown: shown.get(at) ?? [],
    }));
  const isWhole = instance === undefined;
  const read = new Vector3();
  return {
    object: mesh,
    instance,
    matrix,
    position: (vertex) =>
      (isWhole
        ? mesh.getVertexPosition(vertex, read)
        : read.fromBufferAttribute(geometry.attributes.position, vertex)
      ).clone(),
    triangles,
    segments: [],
  };
}

function linesOf(object: Points | Line): Drawn {
  const { index, attributes, drawRange } = object.geometry;
  const first = Math.max(0, drawRange.start);
  const end = Math.min((index ?? attributes.position).count, drawRange.start + drawRange.count);
  const at = (place: number) => index?.getX(place) ?? place;
  const segments: Piece[] = [];
  const step = object instanceof LineSegments ? 2 : 1;
  if (object instanceof Points) for (let i = first; i < end; i++) segments.push({ ends: [at(i), at(i)], vertices: [] });
  else for (let i = first; i + 1 < end; i += step) segments.push({ ends: [at(i), at(i + 1)], vertices: [] });
  if (object instanceof LineLoop) segments.push({ ends: [at(end - 1), at(first)], vertices: [] });
  return {
    object,
    instance: undefined,
    matrix: object.matrixWorld,
    position: (vertex) => new Vector3().fromBufferAttribute(attributes.position, vertex),
    triangles: [],
    segments,
  };
}

/** From the world to pixels from the pointer and depth, all times w. */
function screenMatrix({ camera, pointer, width, height }: View): Matrix4 {
  // prettier-ignore
  const pixels = new Matrix4(
    width / 2, 0, 0, -pointer.x * width / 2,
    0, height / 2, 0, -pointer.y * height / 2,
    0, 0, 1, 0,
    0, 0, 0, 1,
  );
  return pixels.multiply(camera.projectionMatrix).multiply(camera.matrixWorldInverse);
}

/** Where a segment is drawn nearest to the pointer, between the near and far plane. */
function nearest(
  screen: Matrix4,
  { camera }: View,
  from: Vector3,
  to: Vector3,
): { t: number; pixels: number; depth: number } | null {
  const a = new Vector4(from.x, from.y, from.z, 1).applyMatrix4(screen);
  const b = new Vector4(to.x, to.y, to.z, 1).applyMatrix4(screen);
  let [first, last] = [0, 1];
  const least = isZeroToOne(camera) ? 0 : 1;
  for (const [atA, atB] of [
    [a.z + least * a.w, b.z + least * b.w],
    [a.w - a.z, b.w - b.z],
  ]) {
    if (atA < 0 && atB < 0) return null;
    if (atA < 0) first = Math.max(first, atA / (atA - atB));
    if (atB < 0) last = Math.min(last, atA / (atA - atB));
  }
  const sign = camera.reversedDepth ? -1 : 1;
  const at = (t: number) => {
    const w = a.w + t * (b.w - a.w);
    const z = (sign * (a.z + t * (b.z - a.z))) / w;
    return { w, x: (a.x + t * (b.x - a.x)) / w, y: (a.y + t * (b.y - a.y)) / w, z };
  };
  const [p, q] = [at(first), at(last)];
  if (!(first <= last && p.w > 0 && q.w > 0)) return null;
  const [x, y] = [q.x - p.x, q.y - p.y];
  const length = x * x + y * y;
  const u = length > 0 ? Math.min(1, Math.max(0, -(p.x * x + p.y * y) / length)) : p.z <= q.z ? 0 : 1;
  const [nearX, nearY] = [p.x + u * x, p.y + u * y];
  return {
    t: first + ((u * p.w) / (u * p.w + (1 - u) * q.w)) * (last - first),
    pixels: Math.sqrt(nearX * nearX + nearY * nearY),
    depth: p.z + u * (q.z - p.z),
  };
}

type Numbers = readonly [number, number, number, number];

/** Whether depth goes from 0 to 1, and not from -1. */
function isZeroToOne({ coordinateSystem, reversedDepth }: Camera): boolean {
  return coordinateSystem === WebGPUCoordinateSystem || reversedDepth;
}

function nearPlane(view: View): Numbers {
  return endPlanes(view)[view.camera.reversedDepth ? 1 : 0];
}

function farPlane(view: View): Numbers {
  return endPlanes(view)[view.camera.reversedDepth ? 0 : 1];
}

/** Where depth is least, and where it is 1. */
function endPlanes(view: View): [Numbers, Numbers] {
  const { elements: e } = screenMatrix(view);
  const least = isZeroToOne(view.camera) ? 0 : 1;
  return [
    [e[2] + least * e[3], e[6] + least * e[7], e[10] + least * e[11], e[14] + least * e[15]],
    [e[3] - e[2], e[7] - e[6], e[11] - e[10], e[15] - e[14]],
  ];
}

/** How far beyond a plane a point is, along a direction. */
function alongTo([a, b, c, d]: Numbers, { x, y, z }: Vector3, direction: Vector3): number {
  return (a * x + b * y + c * z + d) / (a * direction.x + b * direction.y + c * direction.z);
}
