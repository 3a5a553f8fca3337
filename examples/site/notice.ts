/** Shows in the place of the picture why there is none. */
export function showNotice(canvas: HTMLCanvasElement, ...content: (string | HTMLElement)[]): void {
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'alert');
  notice.append(...content);
  canvas.tabIndex = -1;
  canvas.ariaHidden = 'true';
  canvas.parentElement?.append(notice);
}
