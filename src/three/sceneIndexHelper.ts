import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments, type Object3D } from 'three';
import { OptionNames } from '../primitives/optionNames';
import { checkObject, typeError } from '../primitives/check';
import { checkNotNaN } from './check';
import type { SceneIndex } from './sceneIndex';

/** The options of {@link SceneIndexHelper}: which levels of the tree are drawn. */
export interface SceneIndexHelperOptions {
  /** The deepest level of the index's tree to draw; the root has level 0. By default, all levels are drawn. */
  depth?: number;
}

const HELPER_OPTIONS = /* @__PURE__ */ new OptionNames<SceneIndexHelperOptions>({ depth: true });

/** The twelve edges of a box, as pairs of corner numbers, with one bit per axis: 0 for the minimum, 1 for the maximum. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];
/** The step in hue from one tree level's colour to the next. By the golden ratio, neighbouring levels differ clearly. */
const HUE_STEP = 0.618;

/**
 * Draws the boxes of the nodes of a SceneIndex's tree as lines, one colour per level. Call `update` after the index has changed.
 *
 * @throws TypeError if `index` is not a `SceneIndex`, or `depth` is not a number.
 *
 * @example
 * ```ts
 * import { BoxGeometry, Mesh, Scene } from 'three';
 *
 * const scene = new Scene();
 * scene.add(new Mesh(new BoxGeometry(2, 2, 2)));
 * const index = SceneIndex.from(scene);
 * const helper = new SceneIndexHelper(index, { depth: 3 });
 * scene.add(helper);
 * helper.geometry.getAttribute('position').count; // → 24
 * ```
 */
export class SceneIndexHelper extends LineSegments<BufferGeometry, LineBasicMaterial> {
  /** Marks this helper for the SceneIndex, which leaves out objects with this field. */
  readonly isNotIndexed = true;
  /** The index whose nodes are drawn. */
  readonly index: SceneIndex;
  /** The deepest level of the tree to draw: see {@link SceneIndexHelperOptions}. Takes effect with the next `update`. */
  depth: number;

  /** Makes lines for the nodes that the index has now. */
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

  /**
   * Draws the nodes that the index has now.
   *
   * @example
   * ```ts
   * index.update();
   * helper.update();
   * ```
   */
  update(): void {
    checkNotNaN('depth', this.depth);
    const { depths, bounds } = this.index.boxes.nodeBounds();
    // The nodes of the tree are sorted by depth, so the nodes to draw are the first ones.
    const count = depths.filter((depth) => depth <= this.depth).length;
    const positions = new Float32Array(count * EDGES.length * 3);
    const colors = new Float32Array(positions.length);
    const color = new Color();
    // Lines are float32, relative to the corner of the root's box: so a scene far from the origin keeps its shape.
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
    // The raycast is empty: rays must hit the indexed objects, not the lines of the helper.
  }

  /** Returns a helper of the same index. The copy draws the same lines until it is updated. */
  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (index: SceneIndex, options: SceneIndexHelperOptions) => this;
    // With depth -1, the constructor of the helper creates no lines. `copy` then copies the lines.
    return new Class(this.index, { depth: -1 }).copy(this, recursive);
  }

  /**
   * Copies the lines and the depth of another helper to this one.
   *
   * @param other a helper of the same index.
   */
  override copy(other: Object3D, recursive?: boolean): this {
    if (!(other instanceof SceneIndexHelper) || other.index !== this.index) {
      throw typeError('other', 'a SceneIndexHelper of the same index, as clone() makes', other);
    }
    this.dispose();
    super.copy(other, recursive);
    // The lines are cloned, as each helper disposes of its own geometry and material.
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
