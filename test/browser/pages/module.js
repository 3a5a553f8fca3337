import * as slabtree from './dist/index.js';

// For the test, which asks questions from outside.
globalThis.slabtree = slabtree;
