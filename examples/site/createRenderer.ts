import { WebGLRenderer } from 'three';
import { showWebglNotice } from './webglNotice';

/**
 * Draws on a canvas. Without WebGL, shows a notice in the place of the picture and returns null.
 *
 * @param antialias whether edges are smooth, which takes most of the time of a browser that draws on the CPU.
 */
export function createRenderer(canvas: HTMLCanvasElement, antialias = true): WebGLRenderer | null {
  const context = canvas.getContext('webgl2', { antialias, alpha: false });
  if (context) return new WebGLRenderer({ canvas, context });
  showWebglNotice(canvas);
  return null;
}
