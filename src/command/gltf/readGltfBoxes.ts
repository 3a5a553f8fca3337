import type { BoxScene, NameRun } from 'slabtree';
import { InputError, inFile } from '../text/errors';
import { Accessors } from './bytes/accessors';
import { Buffers } from './bytes/buffers';
import { BufferViews } from './bytes/bufferViews';
import { checkOutput } from './checkOutput';
import { type Boxes, NodeBoxes } from './boxes/nodeBoxes';
import type { JsonValue } from '../input/jsonValue';
import { readNodes } from './boxes/nodes';
import { OpenFiles } from './bytes/openFiles';
import { openGltf } from './bytes/openGltf';
import { isMatrixError } from '../isMatrixError';
import { NameList } from '../boxes/nameList';
import { shown } from '../text/showText';
import type { Target } from '../output/target';

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
    const leftOut = addNode(boxes, scene, names, nameOf(node.json, nodeBoxes.meshOf(node)));
    names.checkLength(files.byteLength);
    if (leftOut.length > 0) {
      const name = node.json.optional('name')?.string();
      const which = name === undefined ? node.json.name : `${node.json.name}, ${shown(name)},`;
      const what = count === 1 ? `${which} is` : `of the ${count} instances of ${which} ${leftOut.length} are`;
      warn(`${path}: ${what} left out: ${leftOut[0]}`);
    }
  }
  return names.runs;
}

function nameOf(node: JsonValue, mesh: JsonValue | undefined): string {
  const given = [node, mesh].map((named) => named?.optional('name')?.string() ?? '');
  return given.find((name) => name.trim() !== '') ?? node.name;
}

/** Adds the boxes of a node and their name, but for those whose matrices can place none, and says why for each of these. */
function addNode({ count, areInstances, at }: Boxes, scene: BoxScene, names: NameList, name: string): string[] {
  const reasons: string[] = [];
  for (let index = 0; index < count; index++) {
    const box = at(index);
    try {
      const id = 'matrix' in box ? scene.addObb(box) : scene.addAabb(box);
      names.add(id, name, areInstances ? index : undefined);
    } catch (thrown) {
      if (!isMatrixError(thrown)) throw thrown;
      reasons.push(thrown.message);
    }
  }
  return reasons;
}
