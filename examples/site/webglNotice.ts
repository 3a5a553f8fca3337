import { showNotice } from './notice';

/** Shows in the place of the picture that the browser does not offer WebGL 2. */
export function showWebglNotice(canvas: HTMLCanvasElement): void {
  showNotice(
    canvas,
    'This picture needs WebGL 2, but this browser does not offer it. It may be switched off in the settings, or the graphics driver may not support it.',
  );
}
