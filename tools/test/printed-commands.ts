/** Command lines as documents print them. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Decisions and the changelog are history. */
export const DOCUMENTS: readonly string[] = globSync(
  [
    '*.md',
    'docs/*.md',
    '{deploy,packages,examples}/*/README.md',
    'packages/*/vectors/README.md',
    'server/src/http/docs/guides/*/*.md',
  ],
  { cwd: fileURLToPath(new URL('../..', import.meta.url)) },
).filter((path) => path !== 'CHANGELOG.md');

export interface Printed {
  document: string;
  /** The whole line, without the sign of a prompt, a remark at its end, and what it is piped or written to. */
  text: string;
  /** In a block that is a script, after a prompt with its answer below, or in a sentence. */
  place: 'script' | 'transcript' | 'sentence';
}

export interface Block {
  document: string;
  language: string;
  text: string;
}

export function blocksOf(document: string, text: string): Block[] {
  return [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map(([, language = '', content = '']) => ({
    document,
    language,
    text: content,
  }));
}

export function printedIn(document: string, text: string): Printed[] {
  const blocks = blocksOf(document, text);
  const scripts = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => linesOfScript(block.text).map((line) => ({ text: line, place: 'script' as const })));
  const transcripts = blocks.flatMap((block) =>
    [...block.text.matchAll(/^ *\$ (.+)$/gm)].map(([, line = '']) => ({
      text: bare(line),
      place: 'transcript' as const,
    })),
  );
  const prose = text.replaceAll(/^ *```.*?^ *```$/gms, '');
  const sentences = [...prose.matchAll(/`((?:vezne|npm|npx|source) [^`]+)`/g)].map(([, line = '']) => ({
    text: bare(line.replaceAll('\n', ' ')),
    place: 'sentence' as const,
  }));
  return [...scripts, ...transcripts, ...sentences].map((one) => ({ document, ...one }));
}

/** Each command of a script. What goes on over several lines is one command, and what a command reads is none. */
function linesOfScript(text: string): string[] {
  return text
    .replaceAll(/(<<'(\w+)')\n.*?^\2$/gms, '$1')
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/\|\n\s*/g, '| ')
    .split('\n')
    .flatMap((line) => line.split(' && '))
    .map(bare)
    .filter((line) => line !== '');
}

const TOKEN = /"[^"]*"|'[^']*'|\s#.*$|^#.*$|./gs;

/** Without a remark, and without a pipe or a file that takes what it prints. */
function bare(line: string): string {
  const isOurs = /^(vezne|npm) /.test(line);
  let text = '';
  for (const [token] of line.trim().matchAll(TOKEN)) {
    if (/^\s?#/.test(token) || (isOurs && (token === '|' || token === '>'))) break;
    text += token;
  }
  return text.trim();
}
