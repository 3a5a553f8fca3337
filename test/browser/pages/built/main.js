import * as slabtree from 'slabtree';
import * as slabtreeWorkers from 'slabtree/workers';

// For the test, which asks questions from outside.
Object.assign(globalThis, { slabtree, slabtreeWorkers });
