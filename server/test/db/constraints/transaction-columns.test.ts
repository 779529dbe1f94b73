import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { fingerprintSql } from '../../../src/db/fingerprint.ts';
import { COPIED } from '../../../src/db/write/desk/late-money.ts';
import { INSERT_TRANSACTIONS_SQL } from '../../../src/db/write/transactions/transactions.ts';
import { SECRET_FIELDS } from '../../../src/log.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { TRANSACTION_COLUMNS } from './transaction-columns.ts';
import type { Answer, ColumnDecisions } from './transaction-columns.ts';

type Question = keyof ColumnDecisions;

const WHERE: Readonly<Record<Question, string>> = {
  creation: 'is it written at creation (INPUT_COLUMNS in server/src/db/write/transactions/transactions.ts)',
  lateMoney: 'is it copied to late money (COPIED in server/src/db/write/desk/late-money.ts)',
  fingerprint:
    'does a decision depend on it (FINGERPRINT_COLUMNS in server/src/db/read/desk/decision-rows.ts)',
  portal: 'may vezne_portal read it (a grant in a migration)',
  redaction: 'does the log hide it (SECRET_FIELDS in server/src/log.ts)',
};
const QUESTIONS = Object.keys(WHERE) as Question[];
const CHECKLIST =
  'docs/adding-a-field.md has the checklist, server/test/db/constraints/transaction-columns.ts the answers.';

/** What the sources and the database do: for each question the columns for which the answer is yes. */
interface Facts extends Readonly<Record<Question, ReadonlySet<string>>> {
  columns: ReadonlySet<string>;
}

async function factsOf(owner: pg.Pool): Promise<Facts> {
  const { rows } = await owner.query<{ name: string; isReadByPortal: boolean }>(`
    select attname as name, has_column_privilege('vezne_portal', attrelid, attnum, 'select') as "isReadByPortal"
    from pg_attribute where attrelid = 'transaction'::regclass and attnum > 0 and not attisdropped`);
  const names = rows.map(({ name }) => name);
  const [, inserted = ''] = /insert into transaction \(([^)]+)\)/.exec(INSERT_TRANSACTIONS_SQL) ?? [];
  return {
    columns: new Set(names),
    creation: namesIn(inserted),
    lateMoney: namesIn(COPIED),
    fingerprint: new Set([...fingerprintSql('t').matchAll(/\bt\.(\w+)/g)].map(([, name = '']) => name)),
    portal: new Set(rows.filter(({ isReadByPortal }) => isReadByPortal).map(({ name }) => name)),
    redaction: new Set(names.filter((name) => SECRET_FIELDS.includes(camelCase(name)))),
  };
}

function namesIn(list: string): Set<string> {
  return new Set(list.split(',').map((name) => name.trim()));
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A player's data has these names, in this table. */
function isPersonal(column: string): boolean {
  return /^(customer|payout)_/.test(column);
}

/** A sentence for each place where the answers and the facts differ. */
function differences(
  facts: Facts,
  answers: Readonly<Record<string, ColumnDecisions>> = TRANSACTION_COLUMNS,
): string[] {
  const dropped = Object.keys(answers).filter((column) => !facts.columns.has(column));
  return [
    ...dropped.map((column) => `${column} is not a column of the table. ${CHECKLIST}`),
    ...[...facts.columns].flatMap((column) => differencesOf(column, facts, answers[column])),
  ];
}

function differencesOf(column: string, facts: Facts, answers: ColumnDecisions | undefined): string[] {
  const asked = QUESTIONS.filter((question) => question !== 'redaction' || isPersonal(column));
  if (answers === undefined) {
    const open = asked.map((question) => `${WHERE[question]}?`);
    return [`${column} is new. Decide: ${open.join(' ')} ${CHECKLIST}`];
  }
  return asked.flatMap((question) => {
    const answer = answers[question];
    if (answer !== undefined && (answer === 'yes') === facts[question].has(column)) return [];
    return [`${column}: ${WHERE[question]}? The answer is ${textOf(answer)}, and it is not so. ${CHECKLIST}`];
  });
}

function textOf(answer: Answer | undefined): string {
  if (answer === undefined) return 'missing';
  return answer === 'yes' ? 'yes' : `no (${answer.no})`;
}

test('every column of a transaction is written, copied, compared, shown and hidden as was decided for it', async (t) => {
  const facts = await factsOf((await createTestDatabase(t)).pool());
  for (const question of QUESTIONS.filter((each) => each !== 'redaction'))
    assert.ok(facts[question].size > 10, `The columns of ${question} were read.`);
  assert.deepEqual(differences(facts), []);
});

test('a new column is reported with everything that there is to decide', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  await owner.query('alter table transaction add column customer_phone text, add column channel text');
  const [phone = '', channel = '', ...others] = differences(await factsOf(owner));
  assert.deepEqual(others, []);
  assert.match(phone, /^customer_phone is new\. Decide: /);
  for (const question of QUESTIONS) assert.ok(phone.includes(WHERE[question]), question);
  assert.ok(phone.includes('docs/adding-a-field.md'));
  assert.match(channel, /^channel is new\. /);
  assert.ok(!channel.includes(WHERE.redaction), 'It is not data of a player.');
});

test('a right that nobody decided on is reported, and so is one that is gone', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  await owner.query('grant select (taken_by) on transaction to vezne_portal');
  await owner.query('revoke select (amount_cents) on transaction from vezne_portal');
  assert.deepEqual(
    differences(await factsOf(owner)).map((line) => line.slice(0, line.indexOf(':'))),
    ['amount_cents', 'taken_by'],
  );
});

test('a column that is forgotten, or dropped, in any one place is reported', async (t) => {
  const facts = await factsOf((await createTestDatabase(t)).pool());
  for (const question of ['creation', 'lateMoney', 'fingerprint', 'portal'] as const) {
    const without = {
      ...facts,
      [question]: new Set([...facts[question]].filter((name) => name !== 'currency')),
    };
    const [line = '', ...others] = differences(without);
    assert.ok(line.startsWith(`currency: ${WHERE[question]}?`), line);
    assert.deepEqual(others, []);
  }
  const hidden = { ...facts, redaction: new Set(['payout_iban']) };
  assert.match(differences(hidden).join('\n'), /^payout_iban: does the log hide it /);
  const columns = new Set([...facts.columns].filter((name) => name !== 'stage'));
  assert.match(differences({ ...facts, columns }).join('\n'), /^stage is not a column of the table\./);
});

test('a player’s data without an answer about the log is reported', async (t) => {
  const facts = await factsOf((await createTestDatabase(t)).pool());
  const { redaction: _, ...unanswered } = TRANSACTION_COLUMNS.customer_email;
  const lines = differences(facts, { ...TRANSACTION_COLUMNS, customer_email: unanswered });
  assert.match(lines.join('\n'), /^customer_email: does the log hide it .* The answer is missing/);
});
