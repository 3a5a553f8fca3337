import type { Aabb, BoxScene, Obb } from 'slabtree';
import { Accessors } from './gltf/accessors';
import { Buffers } from './gltf/buffers';
import { BufferViews } from './gltf/bufferViews';
import { type Boxes, NodeBoxes } from './gltf/nodeBoxes';
import { readNodes } from './gltf/nodes';
import { openGltf } from './gltf/openGltf';
import { inFile } from './inFile';
import { InputError } from './inputError';
import { isMatrixError } from './isMatrixError';

export interface GltfOptions {
  /** Whether a URI may lead outside of the folder of the file; not if not given. */
  allowOutside?: boolean;
  /** Told of what is left out. */
  warn: (message: string) => void;
  /**
   * Told of each node that boxes were added for.
   *
   * @param firstId the id of its first box; the others follow it.
   * @param node the index of the node in the file.
   */
  onNode?: (firstId: number, count: number, node: number, name: string | undefined) => void;
}

/** More boxes than this for each byte of a file are no scene, but a mistake or an attack: most have less than one. */
const BOXES_A_BYTE = 128;

/**
 * Adds a box for every node of a glTF's scene that has a mesh, or for every instance of it, in the order of the file's nodes:
 * the bounds that the file declares for the mesh, placed as the file's own numbers say.
 *
 * @param scene an empty one.
 * @throws InputError where the file is not a valid glTF.
 */
export async function readGltfBoxes(path: string, scene: BoxScene, options: GltfOptions): Promise<void> {
  try {
    await addBoxes(path, scene, options);
  } catch (thrown) {
    throw thrown instanceof InputError ? new InputError(`${path}: ${thrown.message}`) : inFile(path, thrown);
  }
}

async function addBoxes(
  path: string,
  scene: BoxScene,
  { allowOutside = false, warn, onNode }: GltfOptions,
): Promise<void> {
  const file = await openGltf(path);
  const { json } = file;
  const nodes = readNodes(json);
  const buffers = new Buffers(file, path, allowOutside);
  const nodeBoxes = new NodeBoxes(json, nodes, new Accessors(json, new BufferViews(json, buffers)));
  if (json.list('animations').length > 0) {
    warn(`${path}: animations are not played: boxes are where the nodes, joints and weights of the file put them`);
  }
  let total = 0;
  for (const [index, node] of nodes.entries()) {
    const boxes = node.isShown ? await nodeBoxes.of(node) : null;
    if (boxes === null) continue;
    const { count } = boxes;
    total += count;
    if (total > BOXES_A_BYTE * buffers.byteLength) {
      throw new InputError(`with ${node.json.name} there are ${total} boxes, too many for ${buffers.byteLength} bytes`);
    }
    const name = node.json.optional('name')?.string();
    const ids = addNode(boxes, scene);
    if (ids.count < count) {
      const which = name === undefined ? node.json.name : `${node.json.name}, ${JSON.stringify(name)},`;
      const what = count === 1 ? `${which} is` : `of the ${count} instances of ${which} ${count - ids.count} are`;
      warn(`${path}: ${what} left out: a matrix, here or in a node above, has no inverse, as with a scale of 0`);
    }
    if (ids.count > 0) onNode?.(ids.first, ids.count, index, name);
  }
}

/** Adds the boxes of a node, but for those whose matrices have no inverse, and says which ids they have. */
function addNode({ count, at }: Boxes, scene: BoxScene): { first: number; count: number } {
  const ids = { first: 0, count: 0 };
  for (let index = 0; index < count; index++) {
    const id = addBox(at(index), scene);
    if (id === null) continue;
    if (ids.count === 0) ids.first = id;
    ids.count++;
  }
  return ids;
}

function addBox(box: Aabb | Obb, scene: BoxScene): number | null {
  try {
    return 'matrix' in box ? scene.addObb(box) : scene.addAabb(box);
  } catch (thrown) {
    if (isMatrixError(thrown)) return null;
    throw thrown;
  }
}
