import { WebGLRenderer } from 'three';

/** Draws on a canvas. Without WebGL, shows a notice in the place of the picture and returns null. */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer | null {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false });
  if (context) return new WebGLRenderer({ canvas, context });
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'alert');
  notice.textContent =
    'This picture needs WebGL 2, but this browser does not offer it. It may be switched off in the settings, or the graphics driver may not support it.';
  canvas.tabIndex = -1;
  canvas.ariaHidden = 'true';
  canvas.parentElement?.append(notice);
  return null;
}
