import * as slabtree from 'slabtree';
import * as slabtreeTiles from 'slabtree/tiles';
import * as slabtreeWorkers from 'slabtree/workers';

// The test calls these from outside.
Object.assign(globalThis, { slabtree, slabtreeTiles, slabtreeWorkers });
