import type { Layers, Object3D, Vector3 } from 'three';
import { checkFinite } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';
import { checkObject, rangeError, typeError } from '../check';
import { type RayChoice, readRayOptions, type SceneRaycastOptions } from '../rays/raycastOptions';

export type SnapKind = 'vertex' | 'edge' | 'face';

/** What a snap found. The fields are named as in three.js's `Intersection`. */
export interface Snap {
  kind: SnapKind;
  /** Where it is, in the world. */
  point: Vector3;
  /** How far it is from the camera. From an orthographic one, it is along the view direction, and may be negative. */
  distance: number;
  /** How far it is from the pointer on the screen, in pixels. */
  pixels: number;
  object: Object3D;
  /** The instance number, for an InstancedMesh. */
  instanceId?: number;
  /** The instance number, for a BatchedMesh. */
  batchId?: number;
  /** The number of the triangle that it was found on; undefined for lines and points. */
  faceIndex?: number;
  /** The numbers of the vertices that it lies between: one for a vertex, two for an edge, three for a face. */
  vertices: number[];
}

/** What to snap to. */
export interface SceneSnapOptions extends Omit<SceneRaycastOptions, 'precise'> {
  /** How far from the pointer to look, in pixels. 10 by default. */
  radius?: number;
  /** What to look for. By default, a vertex; if there is none, an edge; and if there is none, a face. */
  to?: SnapKind | readonly SnapKind[];
  /**
   * Two triangles make an edge where they meet if the angle between their normals is larger than this, in degrees: as in three's
   * `EdgesGeometry`. 1 by default, which leaves out the diagonals of flat faces. With 0, all sides of triangles are edges.
   */
  thresholdAngle?: number;
  /** Only what is on one of these layers counts, and hides what is behind. Layer 0 by default. */
  layers?: Layers;
}

/** A checked copy of the options, with defaults. */
export interface SnapChoice extends RayChoice {
  readonly radius: number;
  readonly to: ReadonlySet<SnapKind>;
  readonly thresholdAngle: number;
  /** Of what counts. */
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
