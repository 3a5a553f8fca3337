/** Returns a Markdown text with its code left out, which may have any number or marker. Its lines keep their numbers. */
export function withoutCode(text: string): string {
  return text.replace(/^( *)(`{3,}).*?^ *\2$/gms, (block) => block.replace(/[^\n]/g, '')).replace(/`[^`\n]*`/g, '``');
}
