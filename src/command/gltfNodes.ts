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
import { elementAt } from './elementAt';
import { InputError, inFile } from './errors';
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
function shownNodes({ scene, scenes = [], nodes = [] }: GLTF.IGLTF): number[] {
  const all = nodesBelow(rootsOf(nodes), nodes);
  const missed = nodes.findIndex((_, index) => !all.has(index));
  if (missed >= 0) throw new Error(`nodes[${missed}] is below itself, or below a node that is`);
  const shown = scene === undefined && scenes.length === 0 ? all : nodesOfScene(scene ?? 0, scenes, nodes);
  return [...shown].sort((a, b) => a - b);
}

function nodesOfScene(index: number, scenes: GLTF.IScene[], nodes: GLTF.INode[]): Set<number> {
  const scene: Partial<GLTF.IScene> = elementAt(scenes, index, 'scene');
  const roots = scene.nodes ?? [];
  for (const [at, root] of roots.entries()) elementAt(nodes, root, `scenes[${index}].nodes[${at}]`);
  return nodesBelow(roots, nodes);
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
    for (const [at, child] of (nodes[index].children ?? []).entries()) {
      elementAt(nodes, child, `nodes[${index}].children[${at}]`);
      left.push(child);
    }
  }
  return below;
}

/** The nodes with their matrices, and the numbers of their instances. */
function withoutMeshes({ json, resources }: JSONDocument, path: string): JSONDocument {
  const { asset, nodes = [], accessors = [], bufferViews = [], buffers = [] } = json;
  const wanted = new Set<number>();
  for (const [index, node] of nodes.entries()) {
    for (const [attribute, accessor] of Object.entries(instancingOf(node) ?? {}) as [string, number][]) {
      elementAt(accessors, accessor, `nodes[${index}].extensions.EXT_mesh_gpu_instancing.attributes.${attribute}`);
      wanted.add(accessor);
    }
  }
  const views: GLTF.IBufferView[] = [];
  const keep: KeepView = (index, name) => {
    const view = elementAt(bufferViews, index, `${name}.bufferView`);
    elementAt(buffers, view.buffer, `bufferViews[${index}].buffer`);
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
      accessors: accessors.map((accessor, index) =>
        wanted.has(index) ? withViews(accessor, `accessors[${index}]`, keep) : NO_NUMBERS,
      ),
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

/** Keeps a view, and gives its new index; the name is that of what has it. */
type KeepView = (view: number, name: string) => number;

function withViews(accessor: GLTF.IAccessor, name: string, keep: KeepView): GLTF.IAccessor {
  const copy = { ...accessor };
  if (copy.bufferView !== undefined) copy.bufferView = keep(copy.bufferView, name);
  if (copy.sparse !== undefined) {
    const { count, indices, values } = copy.sparse;
    copy.sparse = {
      count,
      indices: withView(indices, `${name}.sparse.indices`, keep),
      values: withView(values, `${name}.sparse.values`, keep),
    };
  }
  return copy;
}

function withView<Part extends GLTF.IAccessorSparseValues>(part: Part, name: string, keep: KeepView): Part {
  // With its offset: the library would take that of the accessor where there is none.
  return { byteOffset: 0, ...part, bufferView: keep(part.bufferView, name) };
}
