import * as slabtree from 'slabtree';
import * as slabtreeWorkers from 'slabtree/workers';

// The test calls these from outside.
Object.assign(globalThis, { slabtree, slabtreeWorkers });
