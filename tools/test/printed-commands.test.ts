/**
 * Whoever copies a command from a sentence gets what the document says. Nothing is run here: commands of ours are held against the
 * names, options and arguments of the program, not against its rules for their values; those of npm against package.json. What stands in
 * a block is run besides, by documents-run.test.ts.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertRuns, commandOf, wordsOf } from '../../server/test/commands/would-run.ts';
import { DOCUMENTS, printedIn } from './printed-commands.ts';
import type { Printed } from './printed-commands.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const PRINTED = DOCUMENTS.flatMap((path) => printedIn(path, readFileSync(join(REPOSITORY, path), 'utf8')));
const SCRIPTS = Object.keys(
  (JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);

function ofProgram(name: string): Printed[] {
  return PRINTED.filter(({ text }) => text.startsWith(`${name} `));
}

function named(printed: Printed): string {
  return `${printed.document}: ${printed.text}`;
}

test('every command of ours in a block has the names, options and arguments that the program knows', () => {
  const inBlocks = ofProgram('vezne').filter(({ place }) => place !== 'sentence');
  assert.ok(inBlocks.length > 60, `${inBlocks.length} were found`);
  for (const printed of inBlocks) {
    // A refusal of wrong usage is shown nowhere, so each must be usage.
    assert.doesNotThrow(() => assertRuns(printed.text), named(printed));
  }
});

test('every command of ours in a sentence exists, with every option that it names', () => {
  const inSentences = ofProgram('vezne').filter(({ place }) => place === 'sentence');
  assert.ok(inSentences.length > 100, `${inSentences.length} were found`);
  assert.deepEqual(inSentences.filter(({ text }) => lacks(text) !== undefined).map(named), []);
});

test('a guide is read by strangers: its sentences name whole commands too', () => {
  const ofGuides = ofProgram('vezne').filter(({ document }) => document.includes('/guides/'));
  assert.equal(ofGuides.length, 4, 'an endpoint is added, and its secret replaced, in two languages');
  for (const printed of ofGuides) assert.doesNotThrow(() => assertRuns(printed.text), named(printed));
});

test('every script of npm that a document names is in package.json', () => {
  const found = ofProgram('npm').filter(({ text }) => / run /.test(text));
  assert.ok(found.length > 30, `${found.length} were found`);
  assert.deepEqual(
    found.filter(({ text }) => !SCRIPTS.includes(/ run (?:-s )?(\S+)/.exec(text)?.[1] ?? '')).map(named),
    [],
  );
});

test('a command or an option that is gone would be noticed', () => {
  assert.deepEqual(
    ['vezne ledger verify --full', 'vezne ledger prove', 'vezne ledger verify --all', 'vezne --help'].map(
      lacks,
    ),
    [undefined, 'prove', '--all', undefined],
  );
  assert.throws(() => assertRuns('vezne deposit approve ID --sen 1'));
  assert.deepEqual(wordsOf(`vezne a 'b c' "d e" f`), ['vezne', 'a', `'b c'`, '"d e"', 'f']);
  const [script, ...more] = printedIn(
    'x.md',
    '```sh\nvezne a "b # c" \\\n  --d | jq . # e\n```\n\n`vezne f`\n',
  );
  assert.equal(script?.text, 'vezne a "b # c"  --d');
  assert.deepEqual(
    more.map(({ text, place }) => [text, place]),
    [['vezne f', 'sentence']],
  );
});

/** What the program lacks of a command; undefined if it has all of it. A sentence may name a group, or leave out arguments. */
function lacks(text: string): string | undefined {
  const { command, rest } = commandOf(wordsOf(text).slice(1));
  for (const word of rest) {
    const isKnown = word === '--help' || command.options.some(({ long }) => long === word);
    if (word.startsWith('--') && !isKnown) return word;
    if (!word.startsWith('-') && command.commands.length > 0) return word;
  }
  return undefined;
}
