import * as slabtree from './dist/index.js';
import * as slabtreeWorkers from './dist/workers.js';

// The test calls these from outside.
Object.assign(globalThis, { slabtree, slabtreeWorkers });
