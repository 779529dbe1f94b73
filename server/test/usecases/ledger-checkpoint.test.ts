import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { createDatabase } from '../../src/db/kysely.ts';
import { readMarks } from '../../src/db/read/ledger/checkpoints.ts';
import type { LedgerCheckpoint } from '../../src/db/read/ledger/checkpoints.ts';
import { reSumLedgerJob } from '../../src/jobs/scheduled/re-sum-ledger.ts';
import { sealNextEntries } from '../../src/usecases/audit/seal.ts';
import { approveDeposit } from '../../src/usecases/deposits/decide.ts';
import { findCheckpoint, settledMarks } from '../../src/usecases/ledger/checkpoint.ts';
import { reSum } from '../../src/usecases/ledger/re-sum.ts';
import { vezneOn } from '../commands/vezne.ts';
import { checkpointNow } from '../harness/checkpoint.ts';
import { createTestDatabase } from '../harness/database.ts';
import { AYSE, cash, openDesk } from '../harness/desk.ts';
import { captureLog } from '../harness/log-lines.ts';

async function openBooks(t: TestContext) {
  const desk = await openDesk(t);
  const worker = desk.database.pool('vezne_worker');
  const db = createDatabase(desk.database.pool('vezne_worker'));
  const approve = async (): Promise<string> => {
    const id = await desk.deposit();
    await desk.decide(
      (fingerprint) =>
        approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000) }),
      id,
    );
    return id;
  };
  return {
    ...desk,
    worker,
    db,
    approve,
    /** The rules that are broken. */
    async broken(since?: LedgerCheckpoint): Promise<string[]> {
      const { rules } = await reSum(worker, { since });
      return rules.filter(({ differences }) => differences.length > 0).map(({ rule }) => rule);
    },
    /** As every night, and the seal of the minute after. */
    async nightlyRun(nowMs = Date.now()) {
      const captured = captureLog();
      const clock = { ...systemClock, nowMs: () => nowMs };
      await reSumLedgerJob.run({ pool: worker, db, clock, log: captured.log });
      await sealNextEntries(db);
      return captured.lines;
    },
  };
}

/** As if it had been taken so late that nothing is read again for the time at which it happened. */
function withoutOverlap(checkpoint: LedgerCheckpoint): LedgerCheckpoint {
  return { ...checkpoint, readAt: new Date(Date.parse(checkpoint.readAt) + 2 * 3_600_000).toISOString() };
}

const EVENT_RULE = 'an event says what its transaction and its step say';
const ADD_UP = 'the books add up';
const REFUSED =
  'a checkpoint of the books was changed by somebody; everything is read, and a person must look';

test('what was broken before the checkpoint only a full run finds, and what was broken after it every run', async (t) => {
  const books = await openBooks(t);
  const old = await books.approve();
  const since = withoutOverlap(await checkpointNow(books.worker));
  const tamper = async (id: string): Promise<unknown> =>
    await books.owner.query('update event set player_amount_cents = 1 where transaction_id = $1', [id]);
  await tamper(old);
  assert.deepEqual(await books.broken(since), []);
  assert.deepEqual(await books.broken(), [EVENT_RULE]);
  await tamper(await books.approve());
  assert.deepEqual(await books.broken(since), [EVENT_RULE]);
});

/** A row of an old transaction that the owner writes, and nothing else of it. */
const WRITTEN_LATER: Readonly<Record<string, string>> = {
  'an entry': `insert into ledger_entry
    select (jsonb_populate_record(e, jsonb_build_object('entry_no', 1000, 'account_id', (
      select max(id) from ledger_account where id not in (t.debit_account_id, t.credit_account_id))))).*
    from ledger_entry e join ledger_transfer t on t.id = e.transfer_id where t.transaction_id = $1 limit 1`,
  'a transfer': `insert into ledger_transfer
    select (jsonb_populate_record(t, jsonb_build_object('id', nextval('ledger_transfer_id'), 'position', 9))).*
    from ledger_transfer t where transaction_id = $1 limit 1`,
  'a movement': `insert into bank_movement (bank_account_id, amount_cents, transaction_id, step_no)
    select bank_account_id, 7, id, 1 from transaction where id = $1`,
  'an event': `insert into event
    select (jsonb_populate_record(e, jsonb_build_object(
      'id', gen_random_uuid(), 'type', 'deposit.corrected', 'step_no', 1, 'feed_no', e.feed_no + 1000))).*
    from event e where transaction_id = $1`,
  'a step': `insert into transaction_step
    select (jsonb_populate_record(s, jsonb_build_object('step_no', 99, 'at', now() + interval '3 hours'))).*
    from transaction_step s where transaction_id = $1 and step_no = 1`,
};

test('an old transaction is read again for any row that is written of it after the checkpoint', async (t) => {
  for (const [what, sql] of Object.entries(WRITTEN_LATER)) {
    await t.test(what, async (nested) => {
      const books = await openBooks(nested);
      const old = await books.approve();
      const since = withoutOverlap(await checkpointNow(books.worker));
      assert.equal((await reSum(books.worker, { since })).transactions, 0);
      await books.owner.query(sql, [old]);
      assert.equal((await reSum(books.worker, { since })).transactions, 1);
      assert.notDeepEqual(await books.broken(since), []);
    });
  }
});

test('a checkpoint follows from the one before as it does from everything', async (t) => {
  const books = await openBooks(t);
  await books.approve();
  const first = await checkpointNow(books.worker);
  await books.approve();
  const whole = await checkpointNow(books.worker);
  const gone = await checkpointNow(books.worker, first);
  assert.deepEqual({ ...gone, readAt: '', wholeAt: '' }, { ...whole, readAt: '', wholeAt: '' });
  assert.equal(gone.wholeAt, first.wholeAt);
  assert.notDeepEqual(gone.accounts, first.accounts);
});

test('a transaction that has written in one of the two books holds a checkpoint up, whichever it is', async (t) => {
  const books = await openBooks(t);
  const id = await books.approve();
  const written = {
    ledger_transfer: `insert into ledger_transfer (id, kind, transaction_id, step_no, position, debit_account_id, credit_account_id, amount_cents)
      select nextval('ledger_transfer_id'), kind, transaction_id, step_no, 9, debit_account_id, credit_account_id, 7
      from ledger_transfer where transaction_id = $1 limit 1`,
    bank_movement: `insert into bank_movement (bank_account_id, amount_cents, transaction_id, step_no)
      select bank_account_id, 7, id, 1 from transaction where id = $1`,
  };
  for (const [table, text] of Object.entries(written)) {
    const late = await books.owner.connect();
    await late.query('begin');
    await late.query(text, [id]);
    const marks = await settledMarks(books.worker, undefined, { withinMs: 200 });
    await late.query('rollback');
    late.release();
    assert.equal(marks, undefined, table);
  }
});

test('what commits after the checkpoint is read, although it has a lower number than what the checkpoint knows', async (t) => {
  const books = await openBooks(t);
  const [first, second] = [await books.approve(), await books.deposit()];
  const before = await checkpointNow(books.worker);
  const late = await books.owner.connect();
  t.after(() => late.release());
  // A transfer without entries, of a step that nobody is told of, and a movement of nothing: no account and no feed counts them.
  await late.query('begin');
  await late.query(
    `insert into ledger_transfer (id, kind, transaction_id, step_no, position, debit_account_id, credit_account_id, amount_cents)
     select nextval('ledger_transfer_id'), kind, transaction_id, step_no, 9, debit_account_id, credit_account_id, 7
     from ledger_transfer where transaction_id = $1 limit 1`,
    [first],
  );
  await late.query(
    `insert into bank_movement (bank_account_id, amount_cents, transaction_id, step_no)
     select bank_account_id, 7, id, 1 from transaction where id = $1`,
    [first],
  );
  await books.decide(
    (fingerprint) =>
      approveDeposit({ transactionId: second, fingerprint, actor: AYSE, actualCents: cash(1000) }),
    second,
  );
  const open = await readMarks(books.worker, { timeoutMs: 5_000 });
  const careless = (await reSum(books.worker, { marks: open })).next ?? assert.fail();
  const careful = await checkpointNow(books.worker, before, { withinMs: 200 });
  assert.equal(careful.transferId, before.transferId, 'the numbers wait for the transaction that is open');
  assert.notEqual(careless.transferId, before.transferId);
  await late.query('commit');

  const transfer = 'a transfer has an entry of its amount on each of its two accounts';
  const bank = 'a bank account holds what moved there';
  const found = await books.broken(withoutOverlap(careful));
  assert.ok(found.includes(transfer) && found.includes(bank), found.join('\n'));
  assert.ok(
    !(await books.broken(withoutOverlap(careless))).includes(transfer),
    'the numbers at that moment would have hidden it',
  );
});

test("a transaction that writes nothing in the books, or is another database's, holds no checkpoint up", async (t) => {
  const books = await openBooks(t);
  await books.approve();
  const elsewhere = await createTestDatabase(t);
  const busy = await Promise.all([books.owner, elsewhere.pool()].map(async (pool) => await pool.connect()));
  for (const client of busy)
    await client.query(`begin; select from work_lock where name = 'audit_seals' for update`);
  const marks = await settledMarks(books.worker, undefined, { withinMs: 0 });
  for (const client of busy) {
    await client.query('rollback');
    client.release();
  }
  assert.ok(marks);
});

test('the nightly run goes on from the last one, and once a week reads everything', async (t) => {
  const books = await openBooks(t);
  await books.approve();
  const [first] = (await books.nightlyRun())(ADD_UP);
  assert.equal(first?.['since'], null);
  await books.approve();
  const [second] = (await books.nightlyRun())(ADD_UP);
  assert.equal(typeof second?.['since'], 'string');
  assert.equal(second?.['transactions'], 2, 'an hour before the checkpoint is read again');
  const [third] = (await books.nightlyRun(Date.now() + 7 * 86_400_000))(ADD_UP);
  assert.equal(third?.['since'], null);
});

test('a run that finds a difference keeps no checkpoint, so that the next finds it too', async (t) => {
  const books = await openBooks(t);
  await books.nightlyRun();
  await books.approve();
  await books.owner.query('update event set player_amount_cents = 1');
  for (let night = 0; night < 2; night++) {
    const lines = await books.nightlyRun();
    const [alarm] = lines('the books do not add up; nothing was changed, a person must look');
    assert.deepEqual([alarm?.['alarm'], alarm?.['rule']], ['ledger_difference', EVENT_RULE]);
  }
});

test('an altered checkpoint is refused by every run, and a full one is asked for', async (t) => {
  const books = await openBooks(t);
  const vezne = vezneOn(books.database);
  await books.approve();
  await books.nightlyRun();
  const { checkpoint } = await findCheckpoint({ pool: books.worker, db: books.db });
  assert.ok(checkpoint, 'it is noted and sealed');
  const gone = await vezne('ledger', 'verify');
  assert.match(gone.stdout, /^Went on from .+: 1 transaction since then\.$/m);
  assert.equal(gone.code, 0);

  const moved = `update ledger_checkpoint set content = jsonb_set(content, '{movementId}', '"999"')`;
  const digest = `(select encode(sha256(convert_to(content::text, 'UTF8')), 'hex') from ledger_checkpoint limit 1)`;
  const ALTERATIONS: readonly [what: string, sql: string, kind: string][] = [
    ['its content', moved, 'checkpoint_altered'],
    [
      'its content and the note of it',
      `update audit_entry set details = jsonb_build_object('digest', ${digest})`,
      'checkpoint_seal_broken',
    ],
    ['the note is gone', 'delete from audit_entry', 'checkpoint_not_noted'],
  ];
  for (const [what, sql, kind] of ALTERATIONS) {
    await t.test(what, async () => {
      await books.owner.query(sql);
      const { problem } = await findCheckpoint({ pool: books.worker, db: books.db });
      assert.equal(problem?.kind, kind);
    });
  }
  const refused = await vezne('ledger', 'verify');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /Nothing was verified\. Run: vezne ledger verify --full/);
  const full = await vezne('ledger', 'verify', '--full');
  assert.deepEqual([full.code, full.stderr], [0, '']);
  assert.match(full.stdout, /^Everything was read\.$/m);

  const captured = captureLog();
  await reSumLedgerJob.run({ pool: books.worker, db: books.db, clock: systemClock, log: captured.log });
  assert.equal(captured.lines(REFUSED)[0]?.['alarm'], 'ledger_checkpoint_refused');
  assert.equal(captured.lines(ADD_UP)[0]?.['since'], null);
});
