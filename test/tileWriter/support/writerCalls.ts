import type { FloatArray, NameRun } from 'slabtree';
import { TileWriter, type TileWriterOptions } from 'slabtree/tile-writer';
import { aabb, boxNumbers, index, matrixNumbers, type MethodCall, obb, positions } from '../../support/publicCalls';

/** Makes a writer of a file. */
export const writerMakingCalls: MethodCall<string>[] = [
  [
    'TileWriter.create',
    [{ boxesPerTile: 2, threads: 1, memory: 1e6, onProgress: () => undefined }],
    (path, options: TileWriterOptions) => TileWriter.create(path, options),
  ],
];

/** All calls that add to a file. */
export const writerCalls: MethodCall<TileWriter>[] = [
  ['addAabb', [aabb, 3], (writer, ...given: [typeof aabb, number]) => writer.addAabb(...given)],
  ['addObb', [obb, 3], (writer, ...given: [typeof obb, number]) => writer.addObb(...given)],
  ['addAabbs', [boxNumbers, 3], (writer, ...given: [FloatArray, number]) => writer.addAabbs(...given)],
  [
    'addObbs',
    [aabb, matrixNumbers, 3],
    (writer, ...given: [typeof aabb, FloatArray, number]) => writer.addObbs(...given),
  ],
  [
    'addMesh',
    [positions, index],
    (writer, ...given: [FloatArray, Uint16Array]) => writer.addInstance(writer.addMesh(...given)),
  ],
  [
    'addInstance',
    [obb.matrix, 3],
    (writer, ...given: [number[], number]) => writer.addInstance(writer.addMesh(positions, index), ...given),
  ],
  [
    'addInstances',
    [matrixNumbers, 3],
    (writer, ...given: [FloatArray, number]) => writer.addInstances(writer.addMesh(positions, index), ...given),
  ],
  [
    'addNames',
    [new Map([[0, 'Tower']])],
    (writer, runs: Iterable<NameRun>) => {
      writer.addAabb(aabb);
      writer.addNames(runs);
    },
  ],
];
