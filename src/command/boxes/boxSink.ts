import type { BoxScene } from 'slabtree';

/** What boxes are added to: a scene, or a `TileWriter`. */
export type BoxSink = Pick<BoxScene, 'size' | 'addAabb' | 'addAabbs' | 'addObb' | 'addMesh' | 'addInstances'>;
