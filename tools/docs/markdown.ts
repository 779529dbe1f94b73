/** A Markdown table, one line per row. The last `figures` columns are right-aligned. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { figures = 0 }: { figures?: number } = {},
): string {
  const rule = heads.map((_, index) => (index < heads.length - figures ? '---' : '--:')).join('|');
  const [head, ...body] = [heads, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${rule}|`, ...body].join('\n');
}

export function code(name: string): string {
  return `\`${name}\``;
}
