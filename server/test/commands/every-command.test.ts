import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { wholeProgram } from '../../src/commands/program.ts';
import { assertRuns } from './would-run.ts';

/** They run until they are stopped, so they have no result to print as JSON. */
const PROCESSES = new Set(['api', 'console', 'portal', 'worker']);

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

const LEAVES = leavesOf(await wholeProgram(), ['vezne']);

test('the commands are those that administrators were promised', () => {
  assert.deepEqual(
    LEAVES.map(({ words }) => words.slice(1).join(' ')).toSorted(),
    [
      'api',
      ...['list', 'verify'].map((verb) => `audit ${verb}`),
      ...['add', 'disable', 'enable', 'freeze', 'list', 'pause', 'resume', 'set', 'show'].map(
        (verb) => `bank-account ${verb}`,
      ),
      ...['add', 'list', 'remove'].map((verb) => `block ${verb}`),
      'console',
      ...['create', 'list', 'revoke', 'rotate'].map((verb) => `credentials ${verb}`),
      ...['approve', 'confirm', 'correct', 'hold', 'late', 'reject', 'unhold'].map(
        (verb) => `deposit ${verb}`,
      ),
      ...['generate', 'reseal', 'usage'].map((verb) => `keys ${verb}`),
      ...[
        'adjust',
        'arrive',
        'balances',
        'drift',
        'entries',
        'fee',
        'misdirected',
        'receivable',
        'recovered',
        'return-to-sender',
        'returned',
        'send',
        'settle',
        'top-up',
        'unallocated',
        'verify',
      ].map((verb) => `ledger ${verb}`),
      ...['set', 'show'].map((verb) => `limits ${verb}`),
      'migrate',
      ...[
        'create',
        'disable',
        'enable',
        'invite',
        'list',
        'logo',
        'pause',
        'resume',
        'set',
        'show',
        'terms',
      ].map((verb) => `partner ${verb}`),
      ...['pause', 'resume', 'show'].map((verb) => `platform ${verb}`),
      'portal',
      ...['confirm', 'decline', 'list', 'show', 'withdraw'].map((verb) => `request ${verb}`),
      'restored',
      ...['add', 'disable', 'enable', 'list', 'reset', 'roles'].map((verb) => `staff ${verb}`),
      'status',
      ...['find', 'list', 'receipt', 'show'].map((verb) => `transaction ${verb}`),
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
        'test',
      ].map((verb) => `webhook ${verb}`),
      ...['list', 'show'].map((verb) => `webhook deliveries ${verb}`),
      ...[
        'approve',
        'authorise',
        'correct',
        'hand-over',
        'part',
        'reject',
        'release',
        'release-work-of',
        'return',
        'take',
      ].map((verb) => `withdrawal ${verb}`),
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

test('every example of a help has the names, options and arguments that the program knows', () => {
  for (const { command } of LEAVES) {
    const examples = [...helpOf(command).matchAll(/^ {2}\$ (?:[A-Z_]+=\S+ )?(vezne [^>|\n]+)/gm)];
    for (const [, example = ''] of examples) assertRuns(example.trim());
  }
});

test('every option of every command is explained', () => {
  for (const { words, command } of LEAVES) {
    for (const option of command.options)
      assert.notEqual(option.description, '', `${words.join(' ')} ${option.flags}`);
  }
});

/** Options without which a rule could not be kept at the terminal. */
const NEEDED_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  'deposit approve': ['--bank-reference', '--sender', '--reference-used-before'],
  'deposit late': ['--refused', '--new-money'],
  'deposit reject': ['--seen-amount', '--bank-account', '--no-money', '--sender', '--bank-reference'],
  'withdrawal take': ['--read'],
  'withdrawal authorise': ['--read', '--bank-balance'],
  'ledger settle': ['--bank-balance'],
  'ledger send': ['--bank-balance'],
  'ledger return-to-sender': ['--bank-balance', '--iban'],
  'ledger adjust': ['--refused'],
  'request confirm': ['--iban'],
  'request decline': ['--reason'],
  ...Object.fromEntries(
    [
      ...['add', 'disable', 'enable', 'set'].map((verb) => `bank-account ${verb}`),
      ...['create', 'rotate'].map((verb) => `credentials ${verb}`),
      'limits set',
      ...['create', 'enable', 'set'].map((verb) => `partner ${verb}`),
      ...['add', 'enable', 'rotate', 'set'].map((verb) => `webhook ${verb}`),
    ].map((name) => [name, ['--note']]),
  ),
};

test('a person can say at the terminal what was seen, what was read and why a second person is asked', () => {
  for (const [name, options] of Object.entries(NEEDED_OPTIONS)) {
    const leaf = LEAVES.find(({ words }) => words.slice(1).join(' ') === name) ?? assert.fail(name);
    const known = new Set(leaf.command.options.map(({ long }) => long));
    for (const option of options) assert.ok(known.has(option), `${name} ${option}`);
  }
});
