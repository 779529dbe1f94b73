/** What the commands that verify everything said in the end. */
import type { Line } from './client-log.ts';
import type { Finding } from './findings.ts';

export function checkBooks(lines: readonly Line[]): Finding[] {
  return lines.flatMap((line): Finding[] =>
    line.kind === 'books' ? [{ kind: 'books', at: line.at, what: `${line.command}: ${line.said}` }] : [],
  );
}
