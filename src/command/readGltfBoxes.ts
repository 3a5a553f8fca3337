import type { Aabb, BoxScene, NameRun, Obb } from 'slabtree';
import { InputError, inFile } from './errors';
import { Accessors } from './gltf/accessors';
import { Buffers } from './gltf/buffers';
import { BufferViews } from './gltf/bufferViews';
import { checkOutput } from './gltf/checkOutput';
import { type Boxes, NodeBoxes } from './gltf/nodeBoxes';
import type { JsonValue } from './gltf/jsonValue';
import { readNodes } from './gltf/nodes';
import { OpenFiles } from './gltf/openFiles';
import { openGltf } from './gltf/openGltf';
import { isMatrixError } from './isMatrixError';
import { NameList } from './nameList';
import type { Target } from './target';

export interface GltfOptions {
  /** Whether a URI may lead outside of the folder of the file; not if not given. */
  allowOutside?: boolean;
  /** Told of what is left out. */
  warn: (message: string) => void;
  /** Where the scene will be written: to no file that the glTF names. */
  target?: Target;
}

/** More boxes than this for each byte of a file are no scene, but a mistake or an attack: most have less than one. */
const BOXES_A_BYTE = 8;
/** Of boxes that no bytes stand for: where accessors have none, all numbers are 0. */
const UNSTORED_BOXES_A_BYTE = 1;

/**
 * Adds a box for every node of a glTF's scene that has a mesh, or for every instance of it, in the order of the file's nodes:
 * the bounds that the file declares for the mesh, placed as the file's own numbers say.
 *
 * @param scene an empty one.
 * @returns the names of the boxes: those of their nodes, or else of the meshes there, or else `nodes[12]`.
 * @throws InputError where the file is not a valid glTF.
 */
export async function readGltfBoxes(path: string, scene: BoxScene, options: GltfOptions): Promise<NameRun[]> {
  const files = new OpenFiles();
  try {
    return await addBoxes(path, files, scene, options);
  } catch (thrown) {
    throw thrown instanceof InputError ? new InputError(`${path}: ${thrown.message}`) : inFile(path, thrown);
  } finally {
    await files.close();
  }
}

async function addBoxes(
  path: string,
  files: OpenFiles,
  scene: BoxScene,
  { allowOutside = false, warn, target }: GltfOptions,
): Promise<NameRun[]> {
  const file = await openGltf(path, files);
  const { json } = file;
  if (target !== undefined) await checkOutput(target, json, path, allowOutside);
  const nodes = readNodes(json);
  const meshes = json.list('meshes');
  const buffers = new Buffers(file, files, path, allowOutside);
  const nodeBoxes = new NodeBoxes(json, nodes, new Accessors(json, new BufferViews(json, buffers, files)));
  if (json.list('animations').length > 0) {
    warn(`${path}: animations are not played: boxes are where the nodes, joints and weights of the file put them`);
  }
  const names = new NameList();
  let total = 0;
  let leastBytes = 0;
  for (const node of nodes) {
    const boxes = node.isShown ? await nodeBoxes.of(node) : null;
    if (boxes === null) continue;
    const { count, areStored } = boxes;
    total += count;
    leastBytes += count / (areStored ? BOXES_A_BYTE : UNSTORED_BOXES_A_BYTE);
    if (leastBytes > files.byteLength) {
      throw new InputError(`with ${node.json.name} there are ${total} boxes, too many for ${files.byteLength} bytes`);
    }
    const leftOut = addNode(boxes, scene, names, nameOf(node.json, meshes));
    names.checkLength(files.byteLength);
    if (leftOut > 0) {
      const name = node.json.optional('name')?.string();
      const which = name === undefined ? node.json.name : `${node.json.name}, ${JSON.stringify(name)},`;
      const what = count === 1 ? `${which} is` : `of the ${count} instances of ${which} ${leftOut} are`;
      warn(`${path}: ${what} left out: a matrix, here or in a node above, has no inverse, as with a scale of 0`);
    }
  }
  return names.runs;
}

function nameOf(node: JsonValue, meshes: readonly JsonValue[]): string {
  const given = [node, node.optional('mesh')?.elementOf(meshes)].map(
    (named) => named?.optional('name')?.string() ?? '',
  );
  return given.find((name) => name.trim() !== '') ?? node.name;
}

/** Adds the boxes of a node and their name, but for those whose matrices have no inverse, and says how many those are. */
function addNode({ count, areInstances, at }: Boxes, scene: BoxScene, names: NameList, name: string): number {
  let leftOut = 0;
  for (let index = 0; index < count; index++) {
    const id = addBox(at(index), scene);
    if (id === null) leftOut++;
    else names.add(id, name, areInstances ? index : undefined);
  }
  return leftOut;
}

function addBox(box: Aabb | Obb, scene: BoxScene): number | null {
  try {
    return 'matrix' in box ? scene.addObb(box) : scene.addAabb(box);
  } catch (thrown) {
    if (isMatrixError(thrown)) return null;
    throw thrown;
  }
}
