import * as slabtree from 'slabtree';
import * as slabtreeTiles from './dist/tiles.js';

// The test calls these from outside.
Object.assign(globalThis, { slabtree, slabtreeTiles });
