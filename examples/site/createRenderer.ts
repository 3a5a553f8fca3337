import { WebGLRenderer } from 'three';
import { showWebglNotice } from './webglNotice';

/** Draws on a canvas. Without WebGL, shows a notice in the place of the picture and returns null. */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer | null {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false });
  if (context) return new WebGLRenderer({ canvas, context });
  showWebglNotice(canvas);
  return null;
}
