import { readFile } from 'node:fs/promises';
import {
  type Accessor,
  type Document,
  type GLTF,
  type JSONDocument,
  Logger,
  type Node,
  NodeIO,
  Verbosity,
} from '@gltf-transform/core';
import { inFile } from './inFile';
import { InputError } from './inputError';
import { parseJson } from './parseJson';

/** What says where a glTF's meshes are, and how large. */
export interface GltfNodes {
  json: GLTF.IGLTF;
  /** The nodes of the scene, by their indices in the file, which go up. */
  shown: number[];
  /** To make nodes for instances in. */
  document: Document;
  /** All nodes and accessors of the file; of the accessors, those of instances alone have their numbers. */
  nodes: Node[];
  accessors: Accessor[];
}

/** Which accessors place the instances of a node (EXT_mesh_gpu_instancing), if it has instances. */
export interface Instancing {
  TRANSLATION?: number;
  ROTATION?: number;
  SCALE?: number;
}

export function instancingOf(node: GLTF.INode): Instancing | undefined {
  const extension = node.extensions?.EXT_mesh_gpu_instancing as { attributes: Instancing } | undefined;
  return extension?.attributes;
}

/** Reads a glTF file, .gltf or .glb: its nodes, and neither vertices nor textures, however those are compressed. */
export async function readGltfNodes(path: string): Promise<GltfNodes> {
  const io = new NodeIO().setLogger(new Logger(Verbosity.SILENT)).setStrictResources(false);
  const whole = await readContainer(io, path);
  const shown = shownNodes(whole.json);
  const document = await io.readJSON(withoutMeshes(whole, path));
  const root = document.getRoot();
  return { json: whole.json, shown, document, nodes: root.listNodes(), accessors: root.listAccessors() };
}

async function readContainer(io: NodeIO, path: string): Promise<JSONDocument> {
  try {
    return await io.readAsJSON(path);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    try {
      parseJson(await readFile(path, 'utf8'));
    } catch (located) {
      throw inFile(path, located);
    }
    throw thrown;
  }
}

/** The nodes of the scene that is shown first, which may be empty; or of a file without scenes all. */
function shownNodes({ scene = 0, scenes, nodes = [] }: GLTF.IGLTF): number[] {
  const all = nodesBelow(rootsOf(nodes), nodes);
  const missed = nodes.findIndex((_, index) => !all.has(index));
  if (missed >= 0) throw new Error(`nodes[${missed}] is below itself, or below a node that is`);
  const first: Partial<GLTF.IScene> | undefined = scenes?.[scene];
  const shown = first === undefined ? all : nodesBelow(first.nodes ?? [], nodes);
  return [...shown].sort((a, b) => a - b);
}

function rootsOf(nodes: GLTF.INode[]): number[] {
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  return nodes.map((_, index) => index).filter((index) => !children.has(index));
}

/** These nodes, and all below them. */
function nodesBelow(roots: number[], nodes: GLTF.INode[]): Set<number> {
  const below = new Set<number>();
  const left = [...roots];
  for (let index = left.pop(); index !== undefined; index = left.pop()) {
    if (below.has(index)) throw new Error(`nodes[${index}] is reached twice`);
    below.add(index);
    for (const child of nodes[index].children ?? []) left.push(child);
  }
  return below;
}

/** The nodes with their matrices, and the numbers of their instances. */
function withoutMeshes({ json, resources }: JSONDocument, path: string): JSONDocument {
  const { asset, nodes = [], accessors = [], bufferViews = [], buffers = [] } = json;
  const wanted = new Set(nodes.flatMap((node) => Object.values(instancingOf(node) ?? {}) as number[]));
  const views: GLTF.IBufferView[] = [];
  const keep = (index: number) => {
    const view = bufferViews[index];
    if (view.extensions?.EXT_meshopt_compression !== undefined) {
      throw new InputError(
        `${path}: instances compressed with EXT_meshopt_compression cannot be read: decompress the file`,
      );
    }
    return views.push(view) - 1;
  };
  return {
    json: {
      asset,
      nodes: nodes.map(placingOf),
      accessors: accessors.map((accessor, index) => (wanted.has(index) ? withViews(accessor, keep) : NO_NUMBERS)),
      bufferViews: views,
      buffers,
    },
    resources,
  };
}

/** What of a node says where it is. */
function placingOf(node: GLTF.INode): GLTF.INode {
  const placing = { ...node };
  delete placing.mesh;
  delete placing.skin;
  delete placing.camera;
  delete placing.extensions;
  return placing;
}

/** What is left of an accessor whose numbers are not read. */
const NO_NUMBERS: GLTF.IAccessor = { type: 'SCALAR', componentType: 5121, count: 0 };

/** @param keep keeps a view, and gives its new index. */
function withViews(accessor: GLTF.IAccessor, keep: (view: number) => number): GLTF.IAccessor {
  const copy = { ...accessor };
  if (copy.bufferView !== undefined) copy.bufferView = keep(copy.bufferView);
  if (copy.sparse !== undefined) {
    const { count, indices, values } = copy.sparse;
    copy.sparse = { count, indices: withView(indices, keep), values: withView(values, keep) };
  }
  return copy;
}

function withView<Part extends GLTF.IAccessorSparseValues>(part: Part, keep: (view: number) => number): Part {
  // With its offset: the library would take that of the accessor where there is none.
  return { byteOffset: 0, ...part, bufferView: keep(part.bufferView) };
}
