import * as slabtreeThree from 'slabtree/three';

globalThis.slabtreeThree = slabtreeThree;
