import type { BoxScene } from 'slabtree';

/** What a character needs of a scene: a `BoxScene`, or anything with these methods of it. */
export type WalkedScene = Pick<BoxScene, 'sweep' | 'contacts' | 'raycast' | 'matrixOf' | 'has'>;
