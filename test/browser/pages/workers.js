import * as slabtree from './dist/index.js';
import * as slabtreeWorkers from './dist/workers.js';

// For the test, which asks questions from outside.
Object.assign(globalThis, { slabtree, slabtreeWorkers });
