import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { program } from '../../server/src/commands/program.ts';

/** What an engineer reads in the night. */
const DOCUMENTS = ['docs/backup.md', 'docs/upgrading.md', 'docs/sizing.md', 'deploy/systemd/README.md'];

type Command = ReturnType<typeof program>;

/** Commands in blocks and in sentences: `vezne ledger verify --full`. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/(?:^|`)vezne ([a-z][^`\n]*)/gm)].map(([, words = '']) => words);
}

function commandOf({ commands }: Command, name: string): Command | undefined {
  return commands.find((one) => one.name() === name);
}

/** What the program lacks of a command; undefined if it has all of it. */
function missingOf(words: string): string | undefined {
  let command: Command = program();
  for (const word of words.split(' ')) {
    const child = commandOf(command, word);
    if (child !== undefined) command = child;
    else if (command.commands.length > 0) return word;
    else if (word.startsWith('--') && !command.options.some(({ long }) => long === word)) return word;
  }
  return command.commands.length > 0 ? 'a verb' : undefined;
}

test('every command of ours in the documents for operators is one that the program has', () => {
  const named = DOCUMENTS.flatMap((path) =>
    commandsIn(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')),
  );
  assert.ok(named.length > 20, `${named.length} were found`);
  assert.deepEqual(
    named.filter((words) => missingOf(words) !== undefined),
    [],
  );
});

test('a command or an option that is gone would be noticed', () => {
  assert.deepEqual(['ledger verify --full', 'ledger prove', 'ledger verify --all', 'ledger'].map(missingOf), [
    undefined,
    'prove',
    '--all',
    'a verb',
  ]);
});
