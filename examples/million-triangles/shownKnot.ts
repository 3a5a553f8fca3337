import { BoxScene, type Mesh as SceneMesh } from 'slabtree';
import { type BufferGeometry, Mesh } from 'three';
import { Progress } from '../site/progress';
import { placeCopies } from './copies';
import { CopiesPicture, knotMaterial } from './copiesPicture';
import { gridOf, type Knot, makeKnot } from './knot';
import { CoarseKnot, geometryOf, sendVertices } from './knotGeometry';
import type { Size } from './sizes';

const PORCELAIN = 0xd8d2c8;

/** A knot and its copies: in a scene, and as pictures. */
export class ShownKnot {
  readonly knot: Knot;
  /** The places of the copies, 16 numbers each. */
  readonly matrices: Float32Array;
  readonly scene = new BoxScene();
  readonly mesh: SceneMesh;
  readonly geometry: BufferGeometry;
  readonly picture: Mesh;
  readonly copies: CopiesPicture;
  /** How long the tree took to build, in milliseconds. */
  readonly buildTime: number;
  readonly #coarse: CoarseKnot;
  readonly #coarseGeometry: BufferGeometry;

  private constructor(knot: Knot, copies: number) {
    this.knot = knot;
    this.matrices = placeCopies(copies);
    this.mesh = this.scene.addMesh(knot.positions, knot.index);
    const start = performance.now();
    this.scene.commit();
    this.buildTime = performance.now() - start;
    this.#coarse = new CoarseKnot(knot, { rings: 64, sides: 8 });
    this.geometry = geometryOf(knot);
    this.#coarseGeometry = geometryOf(this.#coarse.knot);
    this.picture = new Mesh(this.geometry, knotMaterial(PORCELAIN));
    this.copies = new CopiesPicture(this.#coarseGeometry, this.geometry, this.matrices);
  }

  /** Makes a knot of a size, with a notice on screen. */
  static async make({ triangles, copies }: Size): Promise<ShownKnot> {
    const knot = makeKnot(gridOf(triangles));
    const progress = new Progress(`Building a tree over ${triangles.toLocaleString('en')} triangles`);
    await progress.set(0);
    const made = new ShownKnot(knot, copies);
    progress.done();
    return made;
  }

  get triangleCount(): number {
    return this.knot.index.length / 3;
  }

  get copyCount(): number {
    return this.matrices.length / 16;
  }

  /** Gives the copies the shape and the paint of the knot. */
  followKnot(): void {
    this.#coarse.follow();
    sendVertices(this.#coarseGeometry);
  }

  /** Takes the pictures out of their scene. */
  remove(): void {
    this.picture.removeFromParent();
    this.copies.removeFromParent();
    this.copies.dispose();
    this.geometry.dispose();
    this.#coarseGeometry.dispose();
  }
}
