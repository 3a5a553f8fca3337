import { prepareChoices } from './queue';

export { buildTree, planTree } from './buildSah';
export { cullByPlanes } from './cullByPlanes';
export { FACE } from './face';
export { PLANES } from './plane';
export { RAY } from './ray';
export { HIT_T, raycast } from './raycast';
export { isIncoherent, raycastMany } from './raycastMany';
export { refit } from './refit';
export { bind, MEASURE } from './scene';
export { SET_BOXES, splitByPlane } from './splitByPlane';

prepareChoices();

/** Memory from here on is the host's. */
export const END: usize = __heap_base;
