/** The part of Markdown that our guides use, as a list of blocks. What it doesn't know is an error, not a paragraph. */

export interface CodeBlock {
  /** As after the three backticks: `php`, `sh`, `json`. */
  language: string;
  /** The file below examples/ that it shows; tests run those. */
  file: string | undefined;
  code: string;
}

export interface TableRow {
  /** The anchor of the row: `{#name}` in its first cell. */
  id: string | undefined;
  cells: string[];
}

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; id: string; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: TableRow[] }
  | { kind: 'note'; isWarning: boolean; text: string }
  /** Several that stand together are one sample in several languages. */
  | { kind: 'code'; blocks: CodeBlock[] };

const FENCE = '```';
const ANCHOR = / ?\{#([a-z0-9_-]+)\}/;

export function parseBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const end = line.startsWith(FENCE) ? endOfFence(lines, at) : endOfBlock(lines, at);
    const part = lines.slice(at, end);
    if (line.startsWith(FENCE)) addCode(blocks, codeOf(part));
    else blocks.push(blockOf(part));
    at = end;
  }
  return blocks;
}

/** Without `{#name}`, which only our own page understands. */
export function withoutAnchors(markdown: string): string {
  return markdown.replace(new RegExp(ANCHOR.source, 'g'), '');
}

function endOfFence(lines: readonly string[], start: number): number {
  const end = lines.indexOf(FENCE, start + 1);
  if (end === -1) throw new Error(`The code that begins with ${lines[start]} does not end.`);
  return end + 1;
}

function endOfBlock(lines: readonly string[], start: number): number {
  const isOver = (line: string): boolean => line.trim() === '' || line.startsWith(FENCE);
  const end = lines.findIndex((line, at) => at > start && isOver(line));
  return end === -1 ? lines.length : end;
}

function codeOf(lines: readonly string[]): CodeBlock {
  const [language = '', file] = (lines[0] ?? '').slice(FENCE.length).split(' ');
  if (language === '') throw new Error(`Code needs a language: ${lines[1]}`);
  return { language, file, code: lines.slice(1, -1).join('\n') };
}

function addCode(blocks: Block[], block: CodeBlock): void {
  const last = blocks.at(-1);
  const isBesideFiles = last?.kind === 'code' && last.blocks.every(({ file }) => file !== undefined);
  if (isBesideFiles && block.file !== undefined) last.blocks.push(block);
  else blocks.push({ kind: 'code', blocks: [block] });
}

function blockOf(lines: readonly string[]): Block {
  const [first = ''] = lines;
  const text = lines.join('\n');
  const heading = /^(#{1,3}) (.+)$/.exec(first);
  if (heading) return headingOf(heading[1] ?? '', heading[2] ?? '');
  if (first.startsWith('> [!')) return noteOf(lines);
  if (first.startsWith('|')) return tableOf(lines);
  if (/^(-|\d+\.) /.test(first)) return listOf(text, /^\d/.test(first));
  if (/^[>#|]|^\{\{/.test(first)) throw new Error(`What is this: ${first}`);
  return { kind: 'paragraph', text: joined(lines) };
}

/** The id is written out, so that an anchor is the same in every language. */
function headingOf(marks: string, text: string): Block {
  const id = ANCHOR.exec(text)?.[1];
  if (id === undefined) throw new Error(`The heading ${text} has no {#id}.`);
  return { kind: 'heading', level: marks.length as 1 | 2 | 3, id, text: text.replace(ANCHOR, '') };
}

function noteOf(lines: readonly string[]): Block {
  const isWarning = lines[0]?.includes('WARNING') === true;
  return { kind: 'note', isWarning, text: joined(lines.slice(1).map((line) => line.replace(/^> ?/, ''))) };
}

function tableOf(lines: readonly string[]): Block {
  const [head = [], , ...rows] = lines.map(cellsOf);
  return {
    kind: 'table',
    head,
    rows: rows.map(([first = '', ...others]) => ({
      id: ANCHOR.exec(first)?.[1],
      cells: [first.replace(ANCHOR, ''), ...others],
    })),
  };
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\|(.*)\|\s*$/, '$1')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

function listOf(text: string, isOrdered: boolean): Block {
  const items = text.split(isOrdered ? /\n?^\d+\. /m : /\n?^- /m).slice(1);
  return { kind: 'list', isOrdered, items: items.map((item) => joined(item.split('\n'))) };
}

function joined(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join(' ')
    .trim();
}
