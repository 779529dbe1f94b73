import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { createDatabase } from '../../../src/db/kysely.ts';
import { addStaff } from '../../../src/usecases/staff/add.ts';
import type { AddedStaff } from '../../../src/usecases/staff/add.ts';
import { personAtCommandLine } from '../../../src/usecases/staff/at-command-line.ts';
import type { StaffContext } from '../../../src/usecases/staff/context.ts';
import { staffRowsOf } from '../../db/rows/staff-rows.ts';
import { insertRow } from '../../db/rows/valid-rows.ts';
import { byOne, byTwo } from '../../harness/by-two.ts';
import { createTestDatabase } from '../../harness/database.ts';
import type { TestDatabase } from '../../harness/database.ts';

/** An installation whose people came as they should: two administrators, and whoever they add. */
export interface Office {
  database: TestDatabase;
  owner: pg.Pool;
  pool: pg.Pool;
  /** At the command line, by their handle. */
  as: (handle: string) => Promise<StaffContext>;
  person: (handle: string) => Promise<Person>;
  /** Adds somebody by both administrators. */
  hire: (handle: string, ...roles: string[]) => Promise<AddedStaff>;
  /** Gives somebody a password, a second factor, a session and half a sign-in. */
  signIn: (handle: string) => Promise<void>;
}

export async function emptyOffice(t: TestContext, database?: TestDatabase): Promise<Office> {
  const opened = database ?? (await createTestDatabase(t));
  const [owner, pool] = [opened.pool(), opened.pool('vezne_admin')];
  const db = createDatabase(pool);
  const office: Office = {
    database: opened,
    owner,
    pool,
    person: async (handle) => await personAtCommandLine(db, handle),
    as: async (handle) => ({
      db,
      actor: await office.person(handle),
      consoleUrl: 'https://console.example',
    }),
    async hire(handle, ...roles) {
      const asked = addStaff(await office.as('ayse'), { handle, name: `${handle} of ours`, roles });
      return await byTwo(pool, asked, await office.person('mehmet'));
    },
    async signIn(handle) {
      const { rows } = await owner.query<{ id: string }>('select id from staff where handle = $1', [handle]);
      const [person = assert.fail(`nobody is ${handle}`)] = rows;
      const { password, totp, passkey, recoveryCode, session, attempt } = staffRowsOf(person);
      await insertRow(owner, 'staff_password', password);
      await insertRow(owner, 'staff_totp', { ...totp, confirmed_at: new Date() });
      await insertRow(owner, 'staff_passkey', passkey);
      await insertRow(owner, 'staff_recovery_code', recoveryCode);
      await insertRow(owner, 'staff_session', session);
      await insertRow(owner, 'sign_in_attempt', attempt);
    },
  };
  return office;
}

/** With the administrators ayse and mehmet. */
export async function openOffice(t: TestContext, database?: TestDatabase): Promise<Office> {
  const office = await emptyOffice(t, database);
  for (const [handle, by] of [
    ['ayse', 'root'],
    ['mehmet', 'ayse'],
  ] as const) {
    const addition = { handle, name: handle, roles: ['administrator'] };
    await byOne(addStaff(await office.as(by), addition));
  }
  return office;
}
