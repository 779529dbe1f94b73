import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { PROCESS_ROLES, createTestDatabase } from '../../harness/database.ts';
import { COLUMN_GRANTS } from './listed-columns.ts';
import { SEQUENCE_GRANTS, TABLE_GRANTS } from './listed-tables.ts';

async function lines(owner: pg.Pool, text: string): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ key: string; value: string }>(text);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Rights of all roles except the owner; grantee 0 is PUBLIC. */
const GRANTED = (relkinds: string) => `
  select case grantee when 0 then 'PUBLIC' else grantee::regrole::text end || ' ' || relname as key,
         string_agg(lower(privilege_type), ' ' order by privilege_type) as value
  from pg_class cross join aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)))
  where relnamespace = 'public'::regnamespace and relkind in (${relkinds}) and grantee <> relowner
  group by 1`;

test('each process has exactly the table rights that its work needs', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const expected = Object.entries(TABLE_GRANTS).flatMap(([role, tables]) =>
    Object.entries(tables).map(([table, rights]) => [`${role} ${table}`, rights]),
  );
  assert.deepEqual(await lines(owner, GRANTED(`'r', 'p', 'v', 'm', 'f'`)), Object.fromEntries(expected));
  assert.deepEqual(await lines(owner, GRANTED(`'S'`)), SEQUENCE_GRANTS);
});

test('rights on single columns are exactly those listed', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const granted = await lines(
    owner,
    `select case grantee when 0 then 'PUBLIC' else grantee::regrole::text end || ' ' || lower(privilege_type) || ' ' || relname as key,
            string_agg(attname, ' ' order by attname collate "C") as value
     from pg_attribute join pg_class on pg_class.oid = attrelid cross join aclexplode(attacl)
     where relnamespace = 'public'::regnamespace and grantee <> relowner
     group by 1`,
  );
  assert.deepEqual(granted, COLUMN_GRANTS);
});

test('no right can be passed on, and no process role is a member of another or bypasses the rules', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows: passedOn } = await owner.query(
    `select relname from pg_class cross join aclexplode(relacl)
     where relnamespace = 'public'::regnamespace and grantee <> relowner and is_grantable`,
  );
  assert.deepEqual(passedOn, []);
  const { rows: roles } = await owner.query<{ rolname: string }>(
    `select rolname from pg_roles
     where rolname = any ($1) and not (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)
     order by rolname`,
    [PROCESS_ROLES],
  );
  assert.deepEqual(
    roles.map(({ rolname }) => rolname),
    [...PROCESS_ROLES].sort(),
  );
  const { rows: memberships } = await owner.query(
    `select from pg_auth_members where member::regrole::text = any ($1) or (roleid::regrole::text = any ($1) and not (select rolsuper or rolcreaterole from pg_roles where oid = member))`,
    [PROCESS_ROLES],
  );
  assert.equal(memberships.length, 0);
});

test('the processes may use the schema, and the public may not', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ grantee: string; rights: string }>(
    `select case grantee when 0 then 'PUBLIC' else grantee::regrole::text end as grantee, string_agg(privilege_type, ' ') as rights
     from pg_namespace cross join aclexplode(nspacl)
     where nspname = 'public' and grantee <> nspowner group by 1 order by 1`,
  );
  assert.deepEqual(
    rows,
    [...PROCESS_ROLES].sort().map((grantee) => ({ grantee, rights: 'USAGE' })),
  );
});
