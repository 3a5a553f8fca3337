import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments, type Object3D } from 'three';
import { OptionNames } from '../primitives/optionNames';
import { checkNotNaN, checkObject, typeError } from './check';
import type { SceneIndex } from './sceneIndex';

export interface SceneIndexHelperOptions {
  /** The deepest level of the tree to draw, counted from the root, 0. All are drawn by default. */
  depth?: number;
}

const HELPER_OPTIONS = /* @__PURE__ */ new OptionNames<SceneIndexHelperOptions>({ depth: true });

/** The twelve edges of a box, as pairs of corners. Each corner has one bit per axis: 0 for the minimum, 1 for the maximum. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];
/** The step in hue from one depth to the next: by the golden ratio, the colours of neighbouring depths differ clearly. */
const HUE_STEP = 0.618;

/** Draws the boxes of the tree's nodes as lines, one colour per depth. Call `update` after the index has changed. */
export class SceneIndexHelper extends LineSegments<BufferGeometry, LineBasicMaterial> {
  /** The index leaves out objects with this field. */
  readonly isNotIndexed = true;
  readonly index: SceneIndex;
  /** See {@link SceneIndexHelperOptions}. A new value takes effect with the next `update`. */
  depth: number;

  constructor(index: SceneIndex, options: SceneIndexHelperOptions = {}) {
    checkObject('index', index, 'a SceneIndex', 'boxes');
    HELPER_OPTIONS.check('options', options);
    const { depth = Infinity } = options;
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));
    this.index = index;
    this.depth = depth;
    this.frustumCulled = false;
    this.update();
  }

  update(): void {
    checkNotNaN('depth', this.depth);
    const { depths, bounds } = this.index.boxes.nodeBounds();
    // Nodes are sorted by depth.
    const count = depths.filter((depth) => depth <= this.depth).length;
    const positions = new Float32Array(count * EDGES.length * 3);
    const colors = new Float32Array(positions.length);
    const color = new Color();
    // Positions are float32, relative to the root's corner: a scene far from the origin keeps its shape.
    this.position.fromArray(Number.isFinite(bounds[0]) ? bounds : [0, 0, 0]);
    const origin = this.position.toArray();
    let to = 0;
    for (let node = 0; node < count; node++) {
      color.setHSL((depths[node] * HUE_STEP) % 1, 0.7, 0.5);
      for (const corner of EDGES) {
        for (let axis = 0; axis < 3; axis++) {
          positions[to + axis] = bounds[6 * node + axis + ((corner >> axis) & 1) * 3] - origin[axis];
        }
        color.toArray(colors, to);
        to += 3;
      }
    }
    this.geometry.dispose();
    this.geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(positions, 3))
      .setAttribute('color', new BufferAttribute(colors, 3));
  }

  override raycast(): void {
    // Rays must hit the indexed objects, not these lines.
  }

  /** Returns a helper of the same index, which draws the same lines until it is updated. */
  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (index: SceneIndex, options: SceneIndexHelperOptions) => this;
    // With depth -1, the constructor creates no lines: `copy` copies them.
    return new Class(this.index, { depth: -1 }).copy(this, recursive);
  }

  /** @param other a helper of the same index. */
  override copy(other: Object3D, recursive?: boolean): this {
    if (!(other instanceof SceneIndexHelper) || other.index !== this.index) {
      throw typeError('other', 'a SceneIndexHelper of the same index, as clone() makes', other);
    }
    this.dispose();
    super.copy(other, recursive);
    // Each helper disposes of its own geometry and material.
    this.geometry = other.geometry.clone();
    this.material = other.material.clone();
    this.depth = other.depth;
    return this;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
