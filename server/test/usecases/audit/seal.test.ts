import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealNextEntries } from '../../../src/usecases/audit/seal.ts';
import { verifyAuditLog } from '../../../src/usecases/audit/verify.ts';
import { createChain, insertEntries, sealAll } from './chain.ts';

interface SealRow {
  seal_no: bigint;
  previous_hash: Buffer;
  hash: Buffer;
  entry_count: bigint;
}

const SEALS = 'select seal_no, previous_hash, hash, entry_count from audit_seal order by seal_no';

test('a seal covers the oldest entries, in order, and the next seal continues from its hash', async (t) => {
  const { owner, worker } = await createChain(t);
  const ids = await insertEntries(owner, 5);
  const first = await sealNextEntries(worker, 3);
  const second = await sealNextEntries(worker, 3);
  assert.equal(await sealNextEntries(worker, 3), undefined, 'Nothing is left.');
  const { rows: seals } = await owner.query<SealRow>(SEALS);
  assert.deepEqual(seals, [
    { seal_no: 1n, previous_hash: Buffer.alloc(32), hash: first?.hash, entry_count: 3n },
    { seal_no: 2n, previous_hash: first?.hash, hash: second?.hash, entry_count: 2n },
  ]);
  const { rows: entries } = await owner.query<{ seal_no: bigint }>(
    'select seal_no from audit_entry where id = any ($1) order by id',
    [ids],
  );
  assert.deepEqual(
    entries.map(({ seal_no }) => seal_no),
    [1n, 1n, 1n, 2n, 2n],
  );
});

test('a hash can be recomputed from the entry alone', async (t) => {
  const { owner, worker } = await createChain(t);
  await owner.query(
    `insert into audit_entry (at, actor_kind, actor_id, actor, action, subject_type, subject_id, details) values
     ('2026-03-01 09:30:00.123456Z', 'staff', 's-1', 'Ayşe "A", \\', 'partner.set', 'partner', 'p-1', '{"b": "2", "aa": 1.50, "c": "ı\\n"}')`,
  );
  const { rows } = await owner.query<{ id: bigint }>('select id from audit_entry');
  const seal = await sealNextEntries(worker);
  // Written by hand. This text must never change; otherwise no old seal would stay valid.
  const { rows: times } = await owner.query<{ micros: string }>(
    'select (extract(epoch from sealed_at) * 1000000)::int8::text as micros from audit_seal',
  );
  const text = `["3","1","${times[0]?.micros}","1"]\n["${rows[0]?.id}","1772357400123456","staff","Ayşe \\"A\\", \\\\","partner.set","partner","p-1","{\\"b\\": \\"2\\", \\"c\\": \\"ı\\\\n\\", \\"aa\\": 1.50}","s-1"]\n`;
  const expected = createHash('sha256').update(Buffer.alloc(32)).update(text).digest('hex');
  assert.equal(seal?.hash.toString('hex'), expected);
});

test('a seal from before people had ids stays valid beside newer ones', async (t) => {
  const { owner, worker, admin } = await createChain(t);
  await owner.query(
    `insert into audit_entry (at, actor_kind, actor, action, subject_type, subject_id)
     values ('2026-03-01 09:30:00.123456Z', 'command_line', 'ayse', 'partner.paused', 'partner', 'p-1')`,
  );
  const { rows } = await owner.query<{ id: bigint }>('select id from audit_entry');
  const text = `["${rows[0]?.id}","1772357400123456","command_line","ayse","partner.paused","partner","p-1","{}"]\n`;
  const hash = createHash('sha256').update(Buffer.alloc(32)).update(text).digest();
  // As the version before this one wrote it: without a form.
  await owner.query(
    'insert into audit_seal (seal_no, previous_hash, hash, entry_count) values (1, $1, $2, 1)',
    [Buffer.alloc(32), hash],
  );
  await owner.query('update audit_entry set seal_no = 1');
  await insertEntries(owner, 2);
  await sealAll(worker);
  const { broken, seals, entries } = await verifyAuditLog(admin);
  assert.deepEqual({ broken, seals, entries }, { broken: null, seals: 2n, entries: 3n });
});

test('an entry that commits late with a lower id goes into a later seal, and the chain stays valid', async (t) => {
  const { owner, worker, admin } = await createChain(t);
  const late = await owner.connect();
  await late.query('begin');
  const [lateId = 0n] = await insertEntries(late, 1);
  const [earlyId = 0n] = await insertEntries(owner, 1);
  await sealAll(worker);
  await late.query('commit');
  late.release();
  await insertEntries(owner, 1);
  await sealAll(worker);
  const { rows } = await owner.query('select id, seal_no from audit_entry where id = any ($1) order by id', [
    [lateId, earlyId],
  ]);
  assert.ok(lateId < earlyId);
  assert.deepEqual(rows, [
    { id: lateId, seal_no: 2n },
    { id: earlyId, seal_no: 1n },
  ]);
  const { broken, seals, entries } = await verifyAuditLog(admin);
  assert.deepEqual({ broken, seals, entries }, { broken: null, seals: 2n, entries: 3n });
});

test('an entry of a rolled-back transaction is in no seal', async (t) => {
  const { owner, worker, admin } = await createChain(t);
  const client = await owner.connect();
  await client.query('begin');
  await insertEntries(client, 2);
  await insertEntries(owner, 1);
  await sealAll(worker);
  await client.query('rollback');
  client.release();
  await sealAll(worker);
  const { broken, entries, unsealedEntries } = await verifyAuditLog(admin);
  assert.deepEqual([broken, entries, unsealedEntries], [null, 1n, 0n]);
});

test('workers that seal at the same time as writers make one chain, with every entry once', async (t) => {
  const { owner, worker, admin, database } = await createChain(t);
  const WRITERS = 3;
  const WRITES = 30;
  const writers = { areDone: false };
  const write = async (): Promise<void> => {
    for (let n = 0; n < WRITES; n += 1) {
      const client = await owner.connect();
      await client.query('begin');
      await insertEntries(client, 2);
      // Holds its ids for a moment, so others commit higher ids first.
      await client.query('select pg_sleep(random() * 0.01)');
      await client.query('commit');
      client.release();
    }
  };
  const seal = async (): Promise<number> => {
    let made = 0;
    while (!writers.areDone) if ((await sealNextEntries(worker, 7)) !== undefined) made += 1;
    return made;
  };
  // The lowest ids of all are committed when everything else is sealed.
  const late = await owner.connect();
  await late.query('begin');
  await insertEntries(late, 2);
  const sealers = [seal(), seal(), seal()];
  await Promise.all(Array.from({ length: WRITERS }, write));
  writers.areDone = true;
  const made = await Promise.all(sealers);
  await sealAll(worker, 7);
  await late.query('commit');
  late.release();
  await sealAll(worker, 7);
  assert.ok(made.filter((count) => count > 0).length > 1, 'More than one worker made seals.');
  const { broken, entries, unsealedEntries } = await verifyAuditLog(admin);
  assert.deepEqual([broken, entries, unsealedEntries], [null, BigInt(WRITERS * WRITES * 2 + 2), 0n]);
  const { rows } = await database
    .pool()
    .query(
      'select count(*) as late from audit_entry e where exists (select from audit_entry o where o.id > e.id and o.seal_no < e.seal_no)',
    );
  assert.notEqual((rows as { late: bigint }[])[0]?.late, 0n, 'Some entries did commit late.');
});

test('while one worker seals, another waits and then seals what is left', async (t) => {
  const { owner, worker, database } = await createChain(t);
  await insertEntries(owner, 2);
  const other = await database.pool('vezne_worker').connect();
  await other.query('begin');
  await other.query(`select from work_lock where name = 'audit_seals' for update`);
  const sealing = sealNextEntries(worker);
  const winner = await Promise.race([sealing.then(() => 'sealed'), sleep(200, 'waiting')]);
  assert.equal(winner, 'waiting');
  await other.query('rollback');
  other.release();
  assert.equal((await sealing)?.entryCount, 2);
});

test('the worker can mark an entry once: it can neither move nor unseal it, nor change anything else', async (t) => {
  const { owner, worker, database } = await createChain(t);
  await insertEntries(owner, 2);
  await sealNextEntries(worker, 1);
  await sealNextEntries(worker, 1);
  const pool = database.pool('vezne_worker');
  for (const text of [
    'update audit_entry set seal_no = 2 where seal_no = 1',
    'update audit_entry set seal_no = null where seal_no = 1',
  ]) {
    assert.equal((await pool.query(text)).rowCount, 0, text);
  }
  await insertEntries(owner, 1);
  const refused = { code: '42501' };
  await assert.rejects(pool.query('update audit_entry set seal_no = null'), refused);
  for (const text of [
    `update audit_entry set actor = 'mehmet'`,
    'delete from audit_entry',
    'update audit_seal set hash = hash',
    'delete from audit_seal',
    'truncate audit_seal cascade',
  ]) {
    await assert.rejects(pool.query(text), refused, text);
  }
});

test('no entry can be added to an existing seal', async (t) => {
  const { owner, worker, database } = await createChain(t);
  await insertEntries(owner, 1);
  await sealNextEntries(worker);
  const insert = (seal: string, sealNo: string): string =>
    `insert into audit_entry (actor_kind, actor, action, subject_type, subject_id${seal})
     values ($1, 'ayse', 'partner.disable', 'partner', 'x'${sealNo})`;
  for (const [role, kind] of [
    ['vezne_admin', 'command_line'],
    ['vezne_console', 'staff'],
  ] as const) {
    const pool = database.pool(role);
    await assert.rejects(pool.query(insert(', seal_no', ', 1'), [kind]), { code: '42501' }, role);
    await pool.query(insert('', ''), [kind]);
  }
});
