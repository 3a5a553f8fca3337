import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Returns the text that a node of a Markdown document shows. */
export function textOf(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** Returns the first sentences of a document, at most 200 characters unless its first sentence is longer. */
export function descriptionOf(markdown: string): string {
  const withoutFrontMatter = markdown.replace(/^---\n[^]*?\n---\n/, '');
  const paragraph = fromMarkdown(withoutFrontMatter).children.find(({ type }) => type === 'paragraph');
  const text = paragraph === undefined ? '' : textOf(paragraph).replaceAll('\n', ' ');
  const [first = '', ...others] = text.split(/(?<=[.?!:]) (?=\p{Lu})/u);
  let description = first;
  for (const sentence of others) {
    if (description.length + sentence.length >= 200) break;
    description += ` ${sentence}`;
  }
  return description;
}
