import type { NameRun } from 'slabtree';
import type { BoxSink } from '../boxes/boxSink';
import { NameList } from '../boxes/boxNames';
import type { JsonValue } from '../input/jsonValue';
import { isTarget, type Target } from '../output/target';
import { inFile, InputError, isSystemError } from '../text/errors';
import { shown } from '../text/showText';
import { NodeBoxes } from './boxes/nodeBoxes';
import { readNodes } from './boxes/nodes';
import { Accessors } from './bytes/accessors';
import { Buffers, BufferViews } from './bytes/buffers';
import { OpenFiles } from './bytes/byteReader';
import { openGltf } from './bytes/openGltf';
import { NodeMeshes } from './triangles/nodeMeshes';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkInside, isDataUri, writtenPath } from './bytes/uri';

export interface GltfOptions {
  /** Whether the URIs of the glTF may lead outside the folder of the file. False by default. */
  allowOutside?: boolean;
  /**
   * If true, each primitive of a mesh is added as an instance with its triangles. If false, the default, each mesh is added as a
   * box, with the bounds that the file declares for the positions of the mesh.
   */
  triangles?: boolean;
  /** Called with a message for each node or primitive of the glTF that is left out, and if the file has animations. */
  warn: (message: string) => void;
  /** Where the scene will be written. This must not be a file to which the glTF refers. */
  target?: Target;
  /** A list to which the names of the boxes are added. */
  names?: NameList;
}

/**
 * The most boxes for each byte of a glTF's files: more are a mistake or an attack. Most scenes have less than 1. Nodes may share
 * instances, so several boxes may use the same byte.
 */
const BOXES_PER_BYTE = 8;
/** The most boxes whose numbers take no bytes, per byte of a glTF: numbers of an accessor without a buffer view are 0. */
const UNSTORED_BOXES_PER_BYTE = 1;

/**
 * Adds a box for every node of the glTF's scene that has a mesh, or for every instance of it, in the order of the file's nodes.
 * A box has the bounds that the file declares for the mesh, and is placed by the file's own numbers.
 *
 * With `triangles`, it adds an instance instead: one for each primitive of the mesh, with its triangles.
 *
 * @returns the names of the boxes, unless `names` are given: the name of the node, else of its mesh, else `nodes[12]`.
 * @throws InputError if the file is not a valid glTF.
 */
export async function readGltfBoxes(path: string, scene: BoxSink, options: GltfOptions): Promise<NameRun[]> {
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
  scene: BoxSink,
  { allowOutside = false, triangles = false, warn, target, names = new NameList() }: GltfOptions,
): Promise<NameRun[]> {
  const file = await openGltf(path, files);
  const { json } = file;
  if (target !== undefined) await checkOutput(target, json, path, allowOutside);
  const nodes = readNodes(json);
  const buffers = new Buffers(file, files, path, allowOutside);
  const accessors = new Accessors(json, new BufferViews(json, buffers, files));
  const reader = triangles
    ? new NodeMeshes(json, nodes, accessors, files, scene, (message) => {
        warn(`${path}: ${message}`);
      })
    : new NodeBoxes(json, nodes, accessors, scene);
  if (json.list('animations').length > 0) {
    const what = triangles ? 'triangles' : 'boxes';
    warn(`${path}: animations are not played: ${what} are where the file's nodes, joints and weights put them`);
  }
  const namesBefore = names.length;
  let total = 0;
  let leastBytes = 0;
  const meshes = json.list('meshes');
  for (const node of nodes) {
    const mesh = node.isShown ? node.json.optional('mesh')?.elementOf(meshes) : undefined;
    const content = mesh === undefined ? null : await reader.of(node, mesh);
    if (content === null) continue;
    const { count, areInstances, areStored, boxes } = content;
    total += boxes;
    leastBytes += boxes / (areStored ? BOXES_PER_BYTE : UNSTORED_BOXES_PER_BYTE);
    if (leastBytes > files.byteLength) {
      throw new InputError(`there are ${total} boxes up to ${node.json.name}, too many for ${files.byteLength} bytes`);
    }
    const name = nameOf(node.json, mesh);
    const leftOut = content.add((id, index) => {
      names.add(id, name, areInstances ? index : undefined);
    });
    names.checkLength(files.byteLength, namesBefore);
    if (leftOut.length > 0) {
      const own = node.json.optional('name')?.string();
      const which = own === undefined ? node.json.name : `${node.json.name}, ${shown(own)},`;
      const what = count === 1 ? `${which} is` : `${leftOut.length} of the ${count} instances of ${which} are`;
      warn(`${path}: ${what} left out: ${leftOut[0]}`);
    }
  }
  return names.runs;
}

function nameOf(node: JsonValue, mesh: JsonValue | undefined): string {
  const given = [node, mesh].map((named) => named?.optional('name')?.string() ?? '');
  return given.find((name) => name.trim() !== '') ?? node.name;
}

/**
 * Throws if the scene would replace a file to which its glTF refers, even if the file is not read.
 *
 * @param path the path of the glTF.
 */
async function checkOutput(target: Target, json: JsonValue, path: string, allowOutside: boolean): Promise<void> {
  const folder = await realpath(dirname(path));
  for (const named of [...json.list('buffers'), ...json.list('images')]) {
    const uri = named.optional('uri');
    if (uri === undefined || !(await leadsTo(uri, target, folder, allowOutside))) continue;
    throw new InputError(`${uri.toString()}, and the scene would replace that file: give another file`);
  }
}

async function leadsTo(uri: JsonValue, target: Target, folder: string, allowOutside: boolean): Promise<boolean> {
  try {
    if (isDataUri(uri)) return false;
    const path = writtenPath(uri, folder);
    if (path === target.place) return true;
    // The file is not accessed if its path leads outside the folder of the glTF.
    if (!allowOutside) checkInside(folder, path, uri);
    return isTarget(target, await stat(path));
  } catch (thrown) {
    // A bad URI of a glTF is an error only if its bytes are needed, so it is skipped here.
    if (thrown instanceof InputError || isSystemError(thrown)) return false;
    throw thrown;
  }
}
