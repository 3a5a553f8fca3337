/** The entry points of the package in the order of the reference, each with its source, from the root of the project. */
export const ENTRY_POINTS = {
  slabtree: 'src/index.ts',
  'slabtree/three': 'src/three/index.ts',
  'slabtree/react': 'src/react/index.ts',
  'slabtree/babylon': 'src/babylon/index.ts',
  'slabtree/character': 'src/character/index.ts',
  'slabtree/workers': 'src/workers/index.ts',
  'slabtree/tiles': 'src/tiles/index.ts',
  'slabtree/tile-writer': 'src/tileWriter/index.ts',
  'slabtree/cluster': 'src/cluster/index.ts',
} as const;

export type EntryPoint = keyof typeof ENTRY_POINTS;

/** A sentence about each entry point, for its page and for the list of all. */
export const ABOUT: Readonly<Record<EntryPoint, string>> = {
  slabtree: 'A scene of boxes and triangles with all queries, and functions for single shapes. Needs no renderer.',
  'slabtree/three': 'An index of a three.js scene: picks, rays, culling, selections and snapping.',
  'slabtree/react': 'Pointer events of react-three-fiber by an index, and hooks.',
  'slabtree/babylon': 'An index of the meshes of a Babylon.js scene.',
  'slabtree/character': 'A character that walks through a scene, and a camera that stays out of walls.',
  'slabtree/workers': 'Batches of rays and of other queries, answered by threads.',
  'slabtree/tiles': 'Queries of a scene in a file of tiles, which may be larger than memory.',
  'slabtree/tile-writer': 'Writes files of tiles, in Node.',
  'slabtree/cluster': 'Batches of rays, answered by workers on several machines.',
};
