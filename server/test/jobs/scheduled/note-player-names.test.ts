import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { firstIdAt, newId } from '../../../src/ids.ts';
import { notePlayerNames } from '../../../src/usecases/search/note-player-names.ts';
import { depositRow, insertRow, makeWorld, withdrawalRow } from '../../db/rows/valid-rows.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';

const NOWHERE = '00000000-0000-0000-0000-000000000000';

interface Noting {
  owner: pg.Pool;
  worker: pg.Pool;
  /** A transaction of a player, and when its id was made. */
  create: (
    player: string,
    fullName: string,
    options?: { agoMs?: number; type?: 'withdrawal' },
  ) => Promise<string>;
  names: () => Promise<Record<string, string>>;
  place: () => Promise<string>;
}

async function setUp(t: TestContext): Promise<Noting> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = {
    partner: { ...(await insertPartner(owner)) },
    bankAccount: { ...(await insertBankAccount(owner)) },
  };
  return {
    owner,
    worker: database.pool('vezne_worker'),
    async create(player, fullName, { agoMs = 0, type } = {}) {
      const id = firstIdAt(new Date(Date.now() - agoMs)).slice(0, 14) + newId().slice(14);
      const row = type === undefined ? depositRow(world) : withdrawalRow(world);
      await insertRow(owner, 'transaction', {
        ...row,
        id,
        customer_id: player,
        customer_username: `${player}_user`,
        customer_full_name: fullName,
      });
      return id;
    },
    async names() {
      const { rows } = await owner.query<{ player: string; name: string }>(
        `select customer_id as player, full_name || ': ' || folded_name || ', ' || folded_username as name from player_name order by 1`,
      );
      return Object.fromEntries(rows.map(({ player, name }) => [player, name]));
    },
    async place() {
      const { rows } = await owner.query<{ place: string }>(
        'select read_up_to as place from player_name_place',
      );
      return rows[0]?.place ?? assert.fail();
    },
  };
}

suite('players by name', () => {
  test('are written with the names of their newest transaction, and only changes are written', async (t) => {
    const { worker, create, names, owner } = await setUp(t);
    await create('p1', 'Ayşe IŞIK');
    await create('p2', 'İlker Öz', { type: 'withdrawal' });
    const run = async () => await notePlayerNames(worker, { nowMs: Date.now() });
    assert.deepEqual(await run(), { transactions: 2, noted: 2 });
    assert.deepEqual(await names(), {
      p1: 'Ayşe IŞIK: ayse isik, p1 user',
      p2: 'İlker Öz: ilker oz, p2 user',
    });
    const versions = async () =>
      (await owner.query('select customer_id, xmin::text, xmax::text from player_name order by 1')).rows;
    const before = await versions();
    assert.deepEqual(await run(), { transactions: 2, noted: 0 }, 'the newest are read again');
    assert.deepEqual(await versions(), before, 'and neither written nor locked');
    await create('p1', 'Ayşe Işık Yılmaz');
    assert.equal((await run()).noted, 1);
    assert.equal((await names())['p1'], 'Ayşe Işık Yılmaz: ayse isik yilmaz, p1 user');
  });

  test('begin with the oldest transaction, in batches, and go on after a run was stopped', async (t) => {
    const { worker, owner, create, names, place } = await setUp(t);
    const hour = 3_600_000;
    for (let count = 0; count < 25; count += 1)
      await create(`p${count % 9}`, `Name ${count}`, { agoMs: (60 - count) * hour });
    const nowMs = Date.now();
    // The first run ends after two batches, as one does that is killed.
    await notePlayerNames(worker, { nowMs, batch: 5, mostBatches: 2 });
    const stopped = await place();
    assert.ok(stopped > NOWHERE && stopped < firstIdAt(new Date(nowMs - 40 * hour)), stopped);
    await notePlayerNames(worker, { nowMs, batch: 5 });
    const found = await names();
    for (let player = 0; player < 9; player += 1) {
      const newest = player + 9 * (player < 7 ? 2 : 1);
      assert.equal(found[`p${player}`], `Name ${newest}: name ${newest}, p${player} user`);
    }
    const { rows } = await owner.query(`select from player_name where first_seen_at > last_seen_at`);
    assert.equal(rows.length, 0);
  });

  test('a transaction that becomes visible late, below one that was read, is not missed', async (t) => {
    const { worker, create, names, place } = await setUp(t);
    const minute = 60_000;
    await create('early', 'Ada Er', { agoMs: 20 * minute });
    await create('newest', 'Ece Er');
    await notePlayerNames(worker, { nowMs: Date.now() });
    assert.ok((await place()) < firstIdAt(new Date(Date.now() - 14 * minute)), 'the place stays behind');
    await create('late', 'Can Er', { agoMs: 5 * minute });
    await notePlayerNames(worker, { nowMs: Date.now() });
    assert.deepEqual(Object.keys(await names()), ['early', 'late', 'newest']);
  });

  test('an older transaction that is read later changes no name, but since when the player is known', async (t) => {
    const { worker, owner, create, names } = await setUp(t);
    await create('p1', 'New Name');
    await notePlayerNames(worker, { nowMs: Date.now() });
    const old = await create('p1', 'Old Name', { agoMs: 600_000 });
    await owner.query(`update transaction set created_at = now() - interval '10 minutes' where id = $1`, [
      old,
    ]);
    await notePlayerNames(worker, { nowMs: Date.now() });
    assert.match((await names())['p1'] ?? '', /^New Name/);
    const { rows } = await owner.query<{ minutes: number }>(
      `select extract(epoch from last_seen_at - first_seen_at)::int4 / 60 as minutes from player_name`,
    );
    assert.deepEqual(rows, [{ minutes: 10 }]);
  });

  test('late money has old names, and says nothing', async (t) => {
    const { worker, owner, names } = await setUp(t);
    const world = await makeWorld(owner);
    await owner.query('delete from player_name');
    await owner.query(`update transaction set customer_full_name = 'Late Money' where id = $1`, [
      world.lateDeposit['id'],
    ]);
    await notePlayerNames(worker, { nowMs: Date.now() });
    const found = Object.values(await names());
    assert.ok(found.length > 0 && !found.some((name) => name.startsWith('Late')));
  });

  test('several runs at once leave what one leaves', async (t) => {
    const { worker, owner, create, names, place } = await setUp(t);
    for (let count = 0; count < 60; count += 1)
      await create(`p${count % 20}`, `Name ${count}`, { agoMs: (100 - count) * 3_600_000 });
    const nowMs = Date.now();
    await Promise.all(
      Array.from({ length: 4 }, async () => await notePlayerNames(worker, { nowMs, batch: 7 })),
    );
    const found = Object.values(await names());
    assert.equal(found.length, 20);
    assert.ok(
      found.every((name) => Number(/\d+/.exec(name)?.[0]) >= 40),
      found.join(),
    );
    const { rows } = await owner.query<{ id: string }>('select id from transaction order by id desc limit 1');
    assert.ok((await place()) <= (rows[0]?.id ?? ''));
  });

  test('names of any length and script fit', async (t) => {
    const { worker, create, names } = await setUp(t);
    await create('ligatures', 'ﷺ'.repeat(128));
    await create('emoji', '😀'.repeat(128));
    await create('greek', 'Νίκος Παπαδόπουλος');
    await create('ﷺ'.repeat(40), 'x');
    const { noted } = await notePlayerNames(worker, { nowMs: Date.now() });
    assert.equal(noted, 4);
    assert.match((await names())['greek'] ?? '', /νικοσ παπαδοπουλοσ/);
  });
});
