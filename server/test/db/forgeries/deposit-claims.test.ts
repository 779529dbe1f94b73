import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import { findClaims } from '../../../src/db/read/desk/deposit-claims.ts';
import { claimDeposit, releaseDeposit } from '../../../src/db/write/desk/deposit-claims.ts';
import { newId } from '../../../src/ids.ts';
import { openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { signedIn } from '../../harness/signed-in.ts';
import { insertRow } from '../rows/row.ts';
import { staffRow, staffRowsOf } from '../rows/staff-rows.ts';

const OPTIONS = { timeoutMs: 5_000 };

interface Screens extends Desk {
  console: pg.Pool;
  sitDown(handle: string): Promise<SignedInPerson>;
  claim(id: string, actor: SignedInPerson, takeOver?: boolean): Promise<Date | null | undefined>;
  whose(id: string): Promise<string | undefined>;
}

async function open(t: TestContext): Promise<Screens> {
  const desk = await openDesk(t);
  const pool = desk.database.pool('vezne_console');
  return {
    ...desk,
    console: pool,
    async sitDown(handle) {
      const row = staffRow({ handle });
      const { session } = staffRowsOf(row);
      await insertRow(desk.owner, 'staff', row);
      await insertRow(desk.owner, 'staff_session', session);
      const address = '192.0.2.1';
      return signedIn({
        id: String(row['id']),
        name: handle,
        session: { id: String(session['id']), address },
      });
    },
    claim: async (transactionId, actor, takeOver = false) =>
      (await claimDeposit(pool, { transactionId, actor, takeOver }, OPTIONS)).until,
    whose: async (id) => (await findClaims(pool, [id], OPTIONS)).get(id)?.handle,
  };
}

async function secondsLeft({ owner }: Screens, id: string): Promise<number> {
  const { rows } = await owner.query<{ left: number }>(
    'select round(extract(epoch from until - extended_at))::int4 as left from deposit_claim where transaction_id = $1',
    [id],
  );
  return rows[0]?.left ?? -1;
}

async function takeOvers({ owner }: Screens): Promise<unknown[]> {
  const { rows } = await owner.query<{ actor: string; details: unknown }>(
    `select actor, details from audit_entry where action = 'deposit.take_over' order by id`,
  );
  return rows.map(({ actor, details }) => [actor, details]);
}

suite('who has a deposit open', () => {
  test('opening it is for 90 seconds, and whoever does something there has five minutes more', async (t) => {
    const screens = await open(t);
    const id = await screens.deposit();
    const ayse = await screens.sitDown('ayse');
    assert.ok((await screens.claim(id, ayse)) instanceof Date);
    assert.equal(await secondsLeft(screens, id), 90);
    assert.ok((await screens.claim(id, ayse)) instanceof Date);
    assert.equal(await secondsLeft(screens, id), 300);
    assert.equal(await screens.whose(id), 'ayse');
  });

  test('of fifty who open it at once one wins, and the others find the same name', async (t) => {
    const screens = await open(t);
    const id = await screens.deposit();
    const people = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => await screens.sitDown(`op${at}`)),
    );
    const won = await Promise.all(people.map(async (actor) => await screens.claim(id, actor)));
    assert.equal(won.filter((until) => until instanceof Date).length, 1);
    assert.equal(won.filter((until) => until === null).length, 49);
    const winner = people[won.findIndex((until) => until instanceof Date)];
    assert.equal(await screens.whose(id), winner?.name);
  });

  test('of fifty who take it over at once each takes it from somebody, and every time is audited', async (t) => {
    const screens = await open(t);
    const id = await screens.deposit();
    const first = await screens.sitDown('first');
    await screens.claim(id, first);
    const people = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => await screens.sitDown(`op${at}`)),
    );
    const won = await Promise.all(people.map(async (actor) => await screens.claim(id, actor, true)));
    const audited = (await takeOvers(screens)) as [string, { from: string }][];
    assert.equal(audited.length, won.filter((until) => until instanceof Date).length);
    // A chain: each took it from the one before.
    assert.deepEqual(
      audited.map(([, { from }]) => from),
      ['first', ...audited.slice(0, -1).map(([actor]) => actor)],
    );
    assert.equal(await screens.whose(id), audited.at(-1)?.[0]);
  });

  test('taking it over is audited with the session; taking what is free, or one’s own, is not', async (t) => {
    const screens = await open(t);
    const id = await screens.deposit();
    const ayse = await screens.sitDown('ayse');
    const mehmet = await screens.sitDown('mehmet');
    assert.ok((await screens.claim(id, ayse, true)) instanceof Date);
    assert.ok((await screens.claim(id, ayse, true)) instanceof Date);
    assert.deepEqual(await takeOvers(screens), []);
    assert.equal(await screens.claim(id, mehmet), null);
    assert.ok((await screens.claim(id, mehmet, true)) instanceof Date);
    assert.equal(await secondsLeft(screens, id), 90, 'it is opened anew');
    const { session, address } = { session: mehmet.session.id, address: mehmet.session.address };
    assert.deepEqual(await takeOvers(screens), [['mehmet', { from: 'ayse', session, address }]]);
  });

  test('it is over by its time, with its session, and when its person closes it', async (t) => {
    const screens = await open(t);
    const { owner } = screens;
    const id = await screens.deposit();
    const ayse = await screens.sitDown('ayse');
    const mehmet = await screens.sitDown('mehmet');
    await screens.claim(id, ayse);
    await releaseDeposit(screens.console, { transactionId: id, staffId: mehmet.id }, OPTIONS);
    assert.equal(await screens.whose(id), 'ayse', 'nobody closes it for another');
    await releaseDeposit(screens.console, { transactionId: id, staffId: ayse.id }, OPTIONS);
    assert.equal(await screens.whose(id), undefined);
    await screens.claim(id, ayse);
    await owner.query(
      `update deposit_claim set claimed_at = now() - interval '3 minutes', extended_at = now() - interval '2 minutes', until = now() - interval '1 second'`,
    );
    assert.equal(await screens.whose(id), undefined);
    assert.ok((await screens.claim(id, mehmet)) instanceof Date);
    await owner.query(`update staff_session set ended_at = now(), end_reason = 'signed_out' where id = $1`, [
      mehmet.session.id,
    ]);
    assert.equal(await screens.whose(id), undefined);
    assert.ok((await screens.claim(id, ayse)) instanceof Date);
    assert.deepEqual(await takeOvers(screens), [], 'nothing was taken from somebody who was gone');
  });

  test('nobody has a deposit open that is decided, or something that is no deposit', async (t) => {
    const screens = await open(t);
    const id = await screens.deposit();
    const ayse = await screens.sitDown('ayse');
    await screens.claim(id, ayse);
    await screens.owner.query(
      `update transaction set status = 'approved', decided_at = now(), actual_amount_cents = amount_cents where id = $1`,
      [id],
    );
    assert.equal(await screens.whose(id), undefined);
    assert.equal(await screens.claim(id, ayse), undefined);
    assert.equal(await screens.claim(await screens.withdrawal(), ayse), undefined);
    assert.equal(await screens.claim(newId(), ayse), undefined);
  });

  test('the database takes no claim for somebody who is not signed in, or in another’s name', async (t) => {
    const screens = await open(t);
    const ayse = await screens.sitDown('ayse');
    const mehmet = await screens.sitDown('mehmet');
    const insert = async (staffId: string, sessionId: string): Promise<string> => {
      const id = await screens.deposit();
      return await screens.console
        .query(
          `insert into deposit_claim (transaction_id, staff_id, session_id, until) values ($1, $2, $3, now() + interval '1 minute')`,
          [id, staffId, sessionId],
        )
        .then(
          () => 'taken',
          (error: pg.DatabaseError) => String(error.code),
        );
    };
    assert.equal(await insert(ayse.id, ayse.session.id), 'taken');
    // Its minutes are counted from now on, not from the year 2999.
    await assert.rejects(
      screens.console.query(
        `update deposit_claim set claimed_at = '2999-01-01', extended_at = '2999-01-01', until = '2999-01-01 00:01'`,
      ),
      { constraint: 'deposit_claim_begins_now' },
    );
    assert.equal(await insert(ayse.id, mehmet.session.id), '42501');
    assert.equal(await insert(ayse.id, newId()), '42501');
    await screens.owner.query(`update staff set status = 'disabled' where id = $1`, [mehmet.id]);
    assert.equal(await insert(mehmet.id, mehmet.session.id), '42501');
    await screens.owner.query(`update staff_session set ended_at = now(), end_reason = 'idle'`);
    assert.equal(await insert(ayse.id, ayse.session.id), '42501');
  });
});
