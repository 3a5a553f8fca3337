import type { Layers, Object3D, Vector3 } from 'three';
import { checkFinite, checkObject, rangeError, typeError } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';
import { type RayChoice, readRayOptions, type SceneRaycastOptions } from '../rays/raycastOptions';

/** The kinds of places to which {@link SceneIndex.snap} snaps. */
export type SnapKind = 'vertex' | 'edge' | 'face';

/**
 * The result of {@link SceneIndex.snap}: a place to snap to, its `kind` and its `object`. The fields are named as in
 * three.js's `Intersection`.
 */
export interface Snap {
  kind: SnapKind;
  /** The place to which the pointer snaps, in the world. */
  point: Vector3;
  /** The place's distance from the camera; for an orthographic camera, along the view direction, so it may be negative. */
  distance: number;
  /** The distance of the place from the pointer on the screen, in pixels. */
  pixels: number;
  object: Object3D;
  /** The number of the instance that the pointer snaps to, if the object is an InstancedMesh. */
  instanceId?: number;
  /** The number of the instance that the pointer snaps to, if the object is a BatchedMesh. */
  batchId?: number;
  /** The number of the triangle that the pointer snaps to; undefined for lines and points. */
  faceIndex?: number;
  /** The numbers of the vertices of the snapped vertex, edge or face: one for a vertex, two for an edge, three for a face. */
  vertices: number[];
}

/** The options of {@link SceneIndex.snap}: where and to what the pointer snaps. */
export interface SceneSnapOptions extends Omit<SceneRaycastOptions, 'precise'> {
  /** The search radius around the pointer, in pixels of the screen. 10 by default. */
  radius?: number;
  /** The kinds of places to snap to. By default all: a vertex; if there is none, an edge; if there is none, a face. */
  to?: SnapKind | readonly SnapKind[];
  /**
   * A side that two triangles share is an edge if the angle between their normals is larger than this, in degrees, as in
   * three.js's `EdgesGeometry`. 1 by default, which leaves out the diagonals of flat faces. With 0, all sides of triangles are
   * edges.
   */
  thresholdAngle?: number;
  /** Only objects on one of these layers are snapped to, and only they hide other objects. Layer 0 by default. */
  layers?: Layers;
}

/** A checked copy of the options of `SceneIndex.snap`, with defaults. */
export interface SnapChoice extends RayChoice {
  readonly radius: number;
  readonly to: ReadonlySet<SnapKind>;
  readonly thresholdAngle: number;
  /** The bit mask of the option `layers`. */
  readonly mask: number;
}

const KINDS: readonly SnapKind[] = ['vertex', 'edge', 'face'];

const SNAP_OPTIONS = /* @__PURE__ */ new OptionNames<SceneSnapOptions>({
  radius: true,
  to: true,
  thresholdAngle: true,
  layers: true,
  filter: true,
  within: true,
  clipping: true,
});

export function readSnapOptions(options: SceneSnapOptions, defaults: RayChoice): SnapChoice {
  const choice = readRayOptions(options, SNAP_OPTIONS, defaults);
  const { radius = 10, to = KINDS, thresholdAngle = 1, layers } = options;
  checkFinite('options.radius', radius);
  if (radius < 0) throw rangeError('options.radius', '0 or more', radius);
  checkFinite('options.thresholdAngle', thresholdAngle);
  const kinds = new Set<SnapKind>([to].flat());
  if (kinds.size === 0) throw rangeError('options.to', "at least one of 'vertex', 'edge' and 'face'", 'none');
  for (const kind of kinds) {
    if (!KINDS.includes(kind)) throw typeError('options.to', "'vertex', 'edge' or 'face', or a list of these", kind);
  }
  if (layers !== undefined) checkObject('options.layers', layers, 'three.js Layers', 'mask');
  return { ...choice, radius, to: kinds, thresholdAngle, mask: layers?.mask ?? 1 };
}
