import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATION_ACTIONS } from '@vezne/domain/audit-actions';
import { askAgainCommand } from '../../src/commands/request/ask-again.ts';
import { askedLines } from '../../src/commands/request/asked-lines.ts';
import { refusalText } from '../../src/commands/refusal-texts.ts';
import { CONFIRMABLE_ACTS } from '../../src/usecases/confirmation/acts.ts';
import { REQUESTED_ACTIONS } from '../../src/usecases/decisions/requested-actions.ts';
import { BULK_REQUEST } from '../../src/usecases/deposits/approve-in-bulk.ts';
import { OPERATION_REQUEST } from '../../src/usecases/ledger/post.ts';
import type { Refusal, StaffRefusalCode } from '../../src/usecases/refusal.ts';
import { STAFF_SAMPLES } from '../harness/refusal-samples.ts';
import { ROOT, assertRuns, commandOf, wordsOf } from './would-run.ts';

const ID = '01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708';

const TEXTS = Object.entries(STAFF_SAMPLES).map(([code, details]) => ({
  code,
  text: refusalText({ code, details } as unknown as Refusal<StaffRefusalCode>),
}));

test('every command that a refusal names exists, with every option that it names', () => {
  const named: string[] = [];
  for (const { code, text } of TEXTS) {
    for (const [, words = ''] of text.matchAll(/(?<![/\w])vezne ((?:(?!vezne )[^.,;:()])+)/g)) {
      const { command, rest } = commandOf(wordsOf(words));
      assert.notEqual(command, ROOT, `${code}: vezne ${words}`);
      assert.equal(command.commands.length, 0, `${code}: vezne ${words} lacks its verb`);
      for (const option of rest.filter((word) => word.startsWith('--'))) {
        assert.ok(
          command.options.some(({ long }) => long === option),
          `${code}: vezne ${words} has no ${option}`,
        );
      }
      named.push(words);
    }
  }
  assert.ok(named.length > 30, `${named.length} were found`);
});

/** A person copies what stands after a colon at the end. */
test('a command at the end of a refusal is whole', () => {
  const last = TEXTS.flatMap(({ text }) => /: (vezne [^.]+)$/.exec(text)?.[1] ?? []);
  assert.ok(last.length > 20, `${last.length} were found`);
  // What the person has to fill in is a word in capitals; it may be the last argument that is missing.
  for (const text of last) if (!/^vezne webhook add$/.test(text)) assertRuns(text);
});

test('a request that is out of date, over or not yours names the command that goes on', () => {
  const textOf = (code: string): string => TEXTS.find((one) => one.code === code)?.text ?? assert.fail(code);
  for (const [code, command] of [
    ['request_expired', /: vezne request show \S+$/],
    ['request_already_ended', /: vezne request show \S+$/],
    [
      'subject_changed',
      /vezne request show \S+, and end this one: vezne request decline \S+ --reason TEXT --as NAME$/,
    ],
    [
      'request_outdated',
      /vezne request show \S+, and end this one: vezne request decline \S+ --reason TEXT --as NAME$/,
    ],
    ['own_request', /: vezne request show \S+$/],
    ['not_own_request', /: vezne request decline \S+ --reason TEXT --as NAME$/],
    ['request_not_found', /: vezne request list$/],
  ] as const) {
    assert.match(textOf(code), command);
  }
});

test('whatever was asked, the command that asks anew is whole', () => {
  const about = { subjectType: 'partner', subjectId: ID, details: {} };
  for (const { action } of CONFIRMABLE_ACTS) assertRuns(askAgainCommand({ action, ...about }));
  for (const action of REQUESTED_ACTIONS) {
    const command = askAgainCommand({ ...about, action, subjectType: 'transaction' });
    assert.match(command, /^vezne transaction show txn_/);
    assertRuns(command);
  }
  assertRuns(askAgainCommand({ action: BULK_REQUEST, subjectType: null, subjectId: null, details: {} }));
  for (const kind of Object.keys(OPERATION_ACTIONS)) {
    const command = askAgainCommand({ action: OPERATION_REQUEST, ...about, details: { kind } });
    assert.match(command, /^vezne ledger [a-z-]+ --help$/, 'the command itself, and not its group');
    assertRuns(command);
  }
  assert.equal(askAgainCommand({ action: 'terms.set', ...about }), 'vezne partner terms --help');
});

test('what somebody is told who asked is whole', () => {
  const told = askedLines(ID, 'change').flatMap((line) => /vezne .+$/.exec(line)?.[0] ?? []);
  assert.equal(told.length, 3);
  for (const text of told) assertRuns(text);
});
