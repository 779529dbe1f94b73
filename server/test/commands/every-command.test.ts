import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { program } from '../../src/commands/program.ts';

/** They run until they are stopped, so they have no result to print as JSON. */
const PROCESSES = new Set(['api', 'worker']);

/** Every command that does something, with all its words. */
function leavesOf(command: Command, words: readonly string[]): { words: string[]; command: Command }[] {
  return command.commands.flatMap((child) => {
    const path = [...words, child.name()];
    return child.commands.length === 0 ? [{ words: path, command: child }] : leavesOf(child, path);
  });
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (part) => void (help += part), getOutHasColors: () => false });
  command.outputHelp();
  return help;
}

const LEAVES = leavesOf(program(), ['vezne']);

test('the commands are those that administrators were promised', () => {
  assert.deepEqual(
    LEAVES.map(({ words }) => words.slice(1).join(' ')).toSorted(),
    [
      'api',
      ...['list', 'verify'].map((verb) => `audit ${verb}`),
      ...['add', 'disable', 'enable', 'freeze', 'list', 'pause', 'resume', 'set', 'show'].map(
        (verb) => `bank-account ${verb}`,
      ),
      ...['create', 'list', 'revoke', 'rotate'].map((verb) => `credentials ${verb}`),
      ...['approve', 'confirm', 'correct', 'late', 'reject'].map((verb) => `deposit ${verb}`),
      'keys generate',
      ...['adjust', 'arrive', 'balances', 'entries', 'fee', 'send', 'settle', 'top-up', 'verify'].map(
        (verb) => `ledger ${verb}`,
      ),
      ...['set', 'show'].map((verb) => `limits ${verb}`),
      'migrate',
      ...['create', 'disable', 'enable', 'list', 'logo', 'pause', 'resume', 'set', 'show', 'terms'].map(
        (verb) => `partner ${verb}`,
      ),
      ...['pause', 'resume', 'show'].map((verb) => `platform ${verb}`),
      ...['confirm', 'list', 'show', 'withdraw'].map((verb) => `request ${verb}`),
      ...['list', 'receipt', 'show'].map((verb) => `transaction ${verb}`),
      ...[
        'add',
        'disable',
        'enable',
        'list',
        'pause',
        'replay',
        'resume',
        'revoke',
        'rotate',
        'set',
        'show',
      ].map((verb) => `webhook ${verb}`),
      ...['list', 'show'].map((verb) => `webhook deliveries ${verb}`),
      ...['approve', 'authorise', 'reject', 'release', 'return', 'take'].map((verb) => `withdrawal ${verb}`),
      'worker',
    ].toSorted(),
  );
});

for (const { words, command } of LEAVES) {
  const name = words.join(' ');
  test(`the help of ${name} says what it does, shows an example and lists the exit codes`, () => {
    const help = helpOf(command);
    assert.notEqual(command.description(), '');
    const [, examples = ''] = help.split(/\nExamples?:\n/);
    assert.match(examples, new RegExp(`^  \\$ (\\S+=\\S+ )?${name}( |$)`, 'm'));
    assert.match(help, /Exit codes: 0 done, 1 could not be done .*, 2 wrong usage/);
    assert.equal(
      command.options.some(({ long }) => long === '--json'),
      !PROCESSES.has(command.name()),
    );
  });
}

test('every option of every command is explained', () => {
  for (const { words, command } of LEAVES) {
    for (const option of command.options)
      assert.notEqual(option.description, '', `${words.join(' ')} ${option.flags}`);
  }
});
