import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  MIGRATIONS_DIRECTORY,
  compareMigrations,
  knownMigrations,
  migrationKind,
} from '../../../src/db/migration-names.ts';
import { schemaProblem } from '../../../src/processes/schema-problem.ts';
import { harmOf } from './expanding-sql.ts';

const FIRST_NAMED = '0034';

test('a migration says in its name whether it expands or contracts, and all before 0034 count as expansions', () => {
  assert.equal(migrationKind('0012_webhooks'), 'expand');
  assert.equal(migrationKind('0033_contract_nothing'), 'expand');
  assert.equal(migrationKind('0034_expand_schema_and_keys'), 'expand');
  assert.equal(migrationKind('0071_contract_leases'), 'contract');
});

test('a name of a form that this version does not know is taken for a contraction', () => {
  for (const name of ['0071_leases', '0071_expanded', '20270101_expand_x', 'later', '']) {
    assert.equal(migrationKind(name), 'contract', name);
  }
});

test('the database is compared with the migrations of this version by name', () => {
  const known = ['0001_roles', '0034_expand_a', '0035_expand_b'];
  assert.deepEqual(compareMigrations({ known, applied: known }), {
    missing: [],
    waiting: [],
    expansions: [],
    contractions: [],
  });
  assert.deepEqual(
    compareMigrations({ known, applied: ['0001_roles', '0036_contract_d', '0036_expand_c'] }),
    {
      missing: ['0034_expand_a', '0035_expand_b'],
      waiting: [],
      expansions: ['0036_expand_c'],
      contractions: ['0036_contract_d'],
    },
  );
});

test('contractions at the end may wait; an expansion, and what comes before one, is missing', () => {
  const known = ['0034_expand_a', '0035_contract_b', '0036_expand_c', '0037_contract_d', '0038_contract_e'];
  for (const [count, missing, waiting] of [
    [0, known.slice(0, 3), known.slice(3)],
    [1, ['0035_contract_b', '0036_expand_c'], known.slice(3)],
    [2, ['0036_expand_c'], known.slice(3)],
    [3, [], known.slice(3)],
    [4, [], ['0038_contract_e']],
    [5, [], []],
  ] as const) {
    const fit = compareMigrations({ known, applied: known.slice(0, count) });
    assert.deepEqual([fit.missing, fit.waiting], [missing, waiting]);
    assert.equal(schemaProblem(fit) === undefined, missing.length === 0);
  }
});

test('every migration has a number of its own, and from 0034 on a name of the form', () => {
  const names = knownMigrations();
  assert.ok(names.length >= 35);
  const numbers = names.map((name) => name.slice(0, 4));
  assert.equal(new Set(numbers).size, numbers.length);
  for (const name of names.filter((known) => known >= FIRST_NAMED)) {
    assert.match(name, /^\d{4}_(expand|contract)_[a-z0-9_]+$/);
  }
});

test('a migration that calls itself an expansion takes nothing away, as far as its text tells', () => {
  for (const name of knownMigrations().filter((known) => /^\d{4}_expand_/.test(known))) {
    assert.deepEqual(harmOf(readFileSync(join(MIGRATIONS_DIRECTORY, `${name}.sql`), 'utf8')), [], name);
  }
});

test('the reader of migrations finds what harms older versions, and nothing in what does not', () => {
  for (const harmful of [
    'drop table event;',
    'create table a (id int4);\nDROP  INDEX\n a_key;',
    'alter table event drop column reason_code;',
    'alter table event rename column a to b;',
    'alter table event rename to events;',
    'alter table event alter column a type int8;',
    'alter table event alter a set data type int8;',
    'alter table event alter column a set not null;',
    'alter table event alter column a drop default;',
    'alter table event add column a int4 not null;',
    'alter table event add column b int4 default 1, add column a int4 not null;',
    'alter table event drop constraint event_type;',
    'drop policy all_rows on event;',
    'drop trigger event_held on event;',
    'revoke insert on event from vezne_api;',
    'delete from event;',
    'truncate event;',
    '-- harmless:\ndrop table event;',
    '-- harmless: for the first only\ngrant select on event to vezne_api; drop table event;',
  ]) {
    assert.notDeepEqual(harmOf(harmful), [], harmful);
  }
  for (const harmless of [
    '-- drop table event;\ncreate table a (id int4 not null);',
    `comment on table event is 'drop table event; delete from event;';`,
    'create function f() returns trigger language plpgsql as $$ begin delete from event; return null; end $$;',
    'revoke execute on function f() from public;',
    'alter table event add column a int4;',
    'alter table event add column a int4 not null default 1;',
    'alter table event add constraint a check (b is not null) not valid;',
    'alter table event drop constraint a;\nalter table event add constraint a check (true);',
    'drop policy all_rows on event;\ncreate policy all_rows on event using (true);',
    'drop trigger a on event;\ncreate trigger a after insert on event execute function f();',
    '-- harmless: nothing has used it since 0012\ndrop table event;',
  ]) {
    assert.deepEqual(harmOf(harmless), [], harmless);
  }
});
