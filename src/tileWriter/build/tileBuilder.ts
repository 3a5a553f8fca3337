import { SceneNames } from 'slabtree';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import type { TileEntry } from '../../tiles/format/directory';
import { writeTile } from '../../tiles/format/tile';
import { cutSpace, type Piece } from '../cut/cutSpace';
import type { Points } from '../cut/points';
import { centresOf, placesOf, type TileJob } from '../jobs/tileJobs';
import { type BoxRecords, idAt, meshAt, recordsOn } from '../spill/boxRecords';
import { meshBytes } from '../spill/spilledMeshes';
import { localRuns } from '../spill/spilledNames';
import { TileScene } from './tileScene';

/** The properties of the whole scene that a thread needs to build a tile. */
export interface BuildContext {
  readonly measure: SceneMeasure;
  readonly boxes: number;
  /** The descriptor of the temporary file of meshes. -1 if there are no meshes. */
  readonly meshFile: number;
}

export interface BuiltTile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entry: Omit<TileEntry, 'offset'>;
  /** The bounds of the root node of the tile's tree: min x y z, max x y z, relative to the origin. */
  readonly bounds: Float64Array;
}

/** A tile of several boxes is cut until its meshes take at most this many bytes. Each tile stores its instances' meshes. */
const MOST_MESH_BYTES = 4 << 20;

export class TileBuilder {
  readonly #context: BuildContext;
  readonly #scene: TileScene;
  readonly #meshBytes = new Map<number, number>();

  constructor(context: BuildContext) {
    this.#context = context;
    this.#scene = new TileScene(context.measure, context.meshFile);
  }

  build({ records: { buffer }, boxes, tiles, runs }: TileJob): BuiltTile[] {
    const records = recordsOn(buffer);
    const places = placesOf(records, boxes);
    const centres = centresOf(records, places);
    const pieces = [...cutSpace(centres, { from: 0, end: boxes, tiles }, 1)];
    const light = pieces.flatMap((piece) => this.#cutByMeshes(records, places, centres, piece));
    return light.map(({ from, end }) => {
      const own = Float64Array.from(centres.numbers(from, end), (box) => places[box]);
      const { bytes: scene, bounds } = this.#scene.build(records, own);
      const ids = own.map((at) => idAt(records, at));
      const names = localRuns(ids, runs);
      const namesBytes = names.length === 0 ? new Uint8Array(0) : new SceneNames(names).serialize();
      return { ...writeTile({ scene, names: namesBytes, ids }, this.#context.boxes), bounds };
    });
  }

  /** Halves a tile until the meshes of each part take at most {@link MOST_MESH_BYTES}, or the part has one box or one mesh. */
  #cutByMeshes(records: BoxRecords, places: Float64Array, centres: Points, piece: Piece): Piece[] {
    const { from, end } = piece;
    const meshes = new Set<number>();
    for (let i = from; i < end; i++) meshes.add(meshAt(records, places[centres.numberAt(i)]));
    let bytes = 0;
    for (const mesh of meshes) bytes += this.#bytesOfMesh(mesh);
    if (end - from < 2 || meshes.size < 2 || bytes <= MOST_MESH_BYTES) return [piece];
    const halves = [...cutSpace(centres, { from, end, tiles: 2 }, 1)];
    return halves.flatMap((half) => this.#cutByMeshes(records, places, centres, half));
  }

  #bytesOfMesh(mesh: number): number {
    if (mesh < 0) return 0;
    const known = this.#meshBytes.get(mesh);
    if (known !== undefined) return known;
    const bytes = meshBytes(this.#context.meshFile, mesh);
    this.#meshBytes.set(mesh, bytes);
    return bytes;
  }
}
