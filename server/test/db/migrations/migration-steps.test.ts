import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIGRATIONS_DIRECTORY, knownMigrations } from '../../../src/db/migration-names.ts';
import { builtIndexes, migrationSteps } from '../../../src/db/migration-steps.ts';
import { problemsOutside } from './outside-sql.ts';

const OUTSIDE = '-- Outside a transaction: creates go on meanwhile.\n';

test('a migration is one step, unless its first line says that it runs outside a transaction', () => {
  const sql = 'create table a ();\n-- then\ncreate table b ();';
  assert.deepEqual(migrationSteps(sql), { isOutside: false, statements: [sql] });
  for (const notFirst of [`\n${OUTSIDE}select 1;`, '-- Outside a transaction\nselect 1;']) {
    assert.equal(migrationSteps(notFirst).isOutside, false, notFirst);
  }
  const { isOutside, statements } = migrationSteps(
    `${OUTSIDE}create unique index concurrently if not exists a_b on a (b);\n-- then\nanalyze a;\n`,
  );
  assert.deepEqual([isOutside, statements.length], [true, 2]);
  assert.deepEqual(builtIndexes(statements), ['a_b']);
});

test('every migration that runs outside a transaction can be repeated, as far as its text tells', () => {
  for (const name of knownMigrations()) {
    const sql = readFileSync(join(MIGRATIONS_DIRECTORY, `${name}.sql`), 'utf8');
    assert.deepEqual(problemsOutside(sql), [], name);
  }
});

test('the reader of steps finds what can not be repeated or holds others up, and nothing in what does not', () => {
  for (const wrong of [
    'create index concurrently a_b on a (b);',
    'create index if not exists a_b on a (b);',
    'drop index concurrently a_b;',
    'alter table a add column b int4;',
    'alter table a alter column b set not null;',
    'analyze a;\nanalyze b;',
    'analyze a;\n-- then\n',
    'do $$ begin update a set b = 1; end $$;',
    '-- repeatable:\ndo $$ begin null; end $$;',
    // Everybody waits behind it, for as long as it waits.
    '-- repeatable: yes\ndo $$ begin alter table a add column if not exists b int4; end $$;',
    '-- repeatable: it is not\nupdate a set b = b + 1;',
    // The separator would cut the body.
    '-- repeatable: no\ndo $$ begin\n-- then\nnull; end $$;',
  ]) {
    assert.notDeepEqual(problemsOutside(OUTSIDE + wrong), [], wrong);
  }
  assert.notDeepEqual(problemsOutside('-- outside a transaction: typed wrongly\nanalyze a;'), []);
  for (const right of [
    'create index concurrently if not exists a_b on a (b);\n-- then\nanalyze a;',
    '-- Why.\ncreate unique index concurrently if not exists a_b\n  on a (b) where c;',
    'drop index concurrently if exists a_b;',
    'alter table a validate constraint b;',
    '-- repeatable: it takes what is left\ndo $$ begin loop update a set b = 1; commit; end loop; end $$;',
    `-- repeatable: yes\ndo $$ begin perform set_config('lock_timeout', '500ms', true); alter table a drop constraint if exists b; end $$;`,
    '-- harmless: nothing uses it\n-- repeatable: it deletes what is left\ncall b();',
  ]) {
    assert.deepEqual(problemsOutside(OUTSIDE + right), [], right);
  }
  assert.deepEqual(problemsOutside('create index a_b on a (b);'), []);
});
