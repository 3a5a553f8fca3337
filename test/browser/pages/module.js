import * as slabtree from './dist/index.js';

// The test calls it from outside.
globalThis.slabtree = slabtree;
