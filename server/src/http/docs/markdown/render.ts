import type { Block, CodeBlock, TableRow } from './blocks.ts';
import { highlight } from './highlight.ts';
import type { HighlightedLanguage } from './highlight.ts';
import { escapeHtml, inlineHtml } from './inline.ts';
import type { LinkTarget } from './inline.ts';

export interface RenderOptions {
  linkTarget: LinkTarget;
  /** Where a file of examples/ can be downloaded. */
  fileTarget: (file: string) => string;
  /** The accessible name of the link that a heading has to itself. */
  linkTo: (title: string) => string;
}

/** What a tab is called. The second part of a file's path, or the language of the code. */
const TAB_TITLES: Readonly<Record<string, string>> = {
  curl: 'curl',
  shell: 'Shell',
  typescript: 'TypeScript',
  node: 'TypeScript',
  php: 'PHP',
  python: 'Python',
};

export function blocksToHtml(blocks: readonly Block[], options: RenderOptions): string {
  return blocks.map((block) => blockHtml(block, options)).join('\n');
}

function blockHtml(block: Block, options: RenderOptions): string {
  const inline = (text: string): string => inlineHtml(text, options.linkTarget);
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.level, block.id, block.text, options.linkTo);
    case 'paragraph':
      return `<p>${inline(block.text)}</p>`;
    case 'note':
      return `<p class="note${block.isWarning ? ' warning' : ''}">${inline(block.text)}</p>`;
    case 'list': {
      const tag = block.isOrdered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
    }
    case 'table':
      return tableHtml(block, inline);
    case 'code':
      return codeHtml(block.blocks, options);
  }
}

/** A heading with a link to itself. */
export function headingHtml(
  level: 1 | 2 | 3,
  id: string,
  title: string,
  linkTo: RenderOptions['linkTo'],
): string {
  const name = escapeHtml(linkTo(title.replaceAll('`', '')));
  const link = `<a class="anchor" href="#${id}" aria-label="${name}">#</a>`;
  return `<h${level} id="${id}">${inlineHtml(title)} ${link}</h${level}>`;
}

/** A table of such short cells stays a table on a phone. */
const COMPACT_CELL_CHARACTERS = 16;

/** On a phone each row is a block, and each cell but the first has its column's name before it. */
function tableHtml(
  { head, rows }: { head: readonly string[]; rows: readonly TableRow[] },
  inline: (text: string) => string,
): string {
  const columns = head.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
  const body = rows.map(({ id, cells: [first = '', ...others] }) => {
    const cells = others.map(
      (cell, index) => `<td data-label="${escapeHtml(head[index + 1] ?? '')}">${inline(cell)}</td>`,
    );
    const anchor = id === undefined ? '' : ` id="${id}"`;
    return `<tr${anchor}><th scope="row">${inline(first)}</th>${cells.join('')}</tr>`;
  });
  const isCompact = rows.every(({ cells }) => cells.every((cell) => cell.length <= COMPACT_CELL_CHARACTERS));
  return `<table class="columns-${head.length}${isCompact ? ' compact' : ''}"><thead><tr>${columns}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function codeHtml(blocks: readonly CodeBlock[], options: RenderOptions): string {
  const [only] = blocks;
  if (only !== undefined && blocks.length === 1) return oneCodeHtml(only, options);
  const tabs = blocks.map(
    (block, index) =>
      `<details data-language="${tabOf(block)}"${index === 0 ? ' open' : ''}><summary>${titleOf(block)}</summary>${oneCodeHtml(block, options)}</details>`,
  );
  return `<div class="samples">\n${tabs.join('\n')}\n</div>`;
}

function oneCodeHtml({ language, file, code }: CodeBlock, { fileTarget }: RenderOptions): string {
  const html = highlight(code, language as HighlightedLanguage);
  if (file === undefined) return `<pre tabindex="0"><code>${html}</code></pre>`;
  const name = file.replace(/^.*\//, '');
  // A few commands are pasted; a file is saved under its name.
  const isPasted = language === 'sh' && !code.startsWith('#!');
  const caption = isPasted ? '' : `<p class="file"><a href="${fileTarget(file)}">${escapeHtml(name)}</a></p>`;
  return `${caption}<pre data-file="${file}" tabindex="0"><code>${html}</code></pre>`;
}

/** The folder of the file. `node` is TypeScript, too: a reader's choice of a language holds for both. */
function tabOf({ file = '', language }: CodeBlock): string {
  const folder = file.split('/').at(-2) ?? language;
  return folder === 'node' ? 'typescript' : folder;
}

function titleOf(block: CodeBlock): string {
  return TAB_TITLES[tabOf(block)] ?? tabOf(block);
}
