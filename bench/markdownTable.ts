/** Returns a Markdown table as Prettier formats it. The first line is the header. Columns align right, except the first. */
export function markdownTable(lines: readonly (readonly string[])[]): string {
  const widths = lines[0].map((_, column) => Math.max(3, ...lines.map((line) => line[column].length)));
  const formatLine = (line: readonly string[]) =>
    `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [header, ...body] = lines.map(formatLine);
  return [header, rule, ...body].join('\n');
}
