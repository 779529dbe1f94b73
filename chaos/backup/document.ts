/** What docs/backup.md tells people to run, to be run by a test. */
import { readFileSync } from 'node:fs';

const DOCUMENT = readFileSync(new URL('../../docs/backup.md', import.meta.url), 'utf8');

export type Who = 'postgres' | 'admin' | 'owner';

export interface Block {
  who: Who;
  text: string;
}

const MARKED = /^<!-- run as (postgres|admin|owner): ([\w ]+) -->\n```sh\n(.*?)^```$/gms;

/** Every block of commands, by the name that a comment before it gives. */
export const BLOCKS: ReadonlyMap<string, Block> = new Map(
  [...DOCUMENT.matchAll(MARKED)].map(([, who, name = '', text = '']) => [name, { who: who as Who, text }]),
);

/** Settings in the form of postgresql.conf. */
export function settingsOfDocument(): Record<string, string> {
  const [, text = ''] = /^<!-- settings -->\n```ini\n(.*?)^```$/ms.exec(DOCUMENT) ?? [];
  const lines = [...text.matchAll(/^(\w+) = '?(.*?)'?$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

/** How many blocks of commands there are, marked or not: a command that no test runs would be noticed. */
export function countCommandBlocks(): number {
  return DOCUMENT.match(/^```sh$/gm)?.length ?? 0;
}
