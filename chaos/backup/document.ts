/** What docs/backup.md tells people to run, to be run by a test. */
import { readFileSync } from 'node:fs';

const DOCUMENT = readFileSync(new URL('../../docs/backup.md', import.meta.url), 'utf8');

export type Who = 'postgres' | 'admin';

export interface Block {
  who: Who;
  text: string;
}

const MARKED = /^<!-- run as (postgres|admin): ([\w ]+) -->\n```sh\n(.*?)^```$/gms;

/** Every block of commands, by the name that a comment before it gives. */
export const BLOCKS: ReadonlyMap<string, Block> = new Map(
  [...DOCUMENT.matchAll(MARKED)].map(([, who, name = '', text = '']) => [name, { who: who as Who, text }]),
);

/** What a block sets for the commands in it. */
export function exportsOf(name: string): Record<string, string> {
  const lines = [...(BLOCKS.get(name)?.text ?? '').matchAll(/^export (\w+)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, variable = '', value = '']) => [variable, value]));
}

/** A file that the document shows, by the comment before it. */
function fileOf(mark: string): string {
  const [, text] = new RegExp(`^<!-- ${mark} -->\n\`\`\`ini\n(.*?)^\`\`\`$`, 'ms').exec(DOCUMENT) ?? [];
  if (text === undefined) throw new Error(`docs/backup.md has no file "${mark}".`);
  return text;
}

/** Settings in the form of postgresql.conf. */
function settingsOf(mark: string): Record<string, string> {
  const lines = [...fileOf(mark).matchAll(/^(\w+) = '?(.*?)'?$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

/** What the document sets up: the small way, or the one of large installations. */
export interface Setup {
  settings: Record<string, string>;
  /** Of pgBackRest. */
  configuration?: string;
}

export const SMALL: Setup = { settings: settingsOf('settings') };
export const LARGE: Setup = {
  settings: settingsOf('pgbackrest settings'),
  configuration: fileOf('pgbackrest'),
};

/** How many blocks of commands there are, marked or not: a command that no test runs would be noticed. */
export function countCommandBlocks(): number {
  return DOCUMENT.match(/^```sh$/gm)?.length ?? 0;
}
