import { show } from '../check';

/**
 * The depths that a projection matrix maps the view volume to: from -1 (near) to 1 for `'opengl'` (WebGL, the default
 * of three.js), from 0 to 1 for `'webgpu'` (also Direct3D, Metal and Vulkan).
 */
export type ClipSpace = 'opengl' | 'webgpu';

export function checkClipSpace(name: string, clipSpace: string): void {
  if (clipSpace !== 'opengl' && clipSpace !== 'webgpu') {
    throw new RangeError(`${name} must be 'opengl' or 'webgpu', got ${show(clipSpace)}`);
  }
}
