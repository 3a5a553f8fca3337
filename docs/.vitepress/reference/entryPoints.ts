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
