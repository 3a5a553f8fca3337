/** A line of text whose baseline is at y. */
export function svgText(x: number, y: number, classes: string, content: string): string {
  return `<text x="${round(x)}" y="${round(y)}" class="${classes}">${escapeXml(content)}</text>`;
}

export function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** To a tenth of a pixel: nobody sees more. */
export function round(value: number): number {
  return Math.round(10 * value) / 10;
}
