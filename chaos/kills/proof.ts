import assert from 'node:assert/strict';
import type pg from 'pg';
import type { Entry } from './journal.ts';

type Created = Extract<Entry, { kind: 'created' }>;
type Decided = Extract<Entry, { kind: 'decided' }>;

/** What was said to be created is there as it was said, once, and nothing else is. */
export async function assertCreated(owner: pg.Pool, entries: readonly Entry[]): Promise<number> {
  const created = entries.filter((entry): entry is Created => entry.kind === 'created');
  const { rows } = await owner.query<Omit<Created, 'kind'>>(
    `select type, external_reference as reference, 'txn_' || replace(id::text, '-', '') as "transactionId",
       amount_cents::int4 as "amountCents"
     from transaction`,
  );
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  for (const { kind: _, ...told } of created) assert.deepEqual(byReference.get(told.reference), told);
  const refused = entries.filter((entry) => entry.kind === 'refused');
  for (const { reference } of refused)
    assert.equal(byReference.get(reference), undefined, `${reference} was refused, and exists`);
  assert.equal(rows.length, created.length, 'there is nothing that its partner does not know');
  return refused.length;
}

/** What was reported as decided is so, and was decided, told and booked once. */
export async function assertDecided(owner: pg.Pool, entries: readonly Entry[]): Promise<number> {
  const reported = entries.filter((entry): entry is Decided => entry.kind === 'decided');
  const { rows } = await owner.query<{
    id: string;
    status: string;
    steps: string[];
    events: number;
    bookedCents: string;
    dueCents: string;
  }>(
    `select t.id, t.status,
       (select array_agg(s.status order by s.step_no) from transaction_step s where s.transaction_id = t.id) as steps,
       (select count(*)::int4 from event e where e.transaction_id = t.id) as events,
       (select coalesce(sum(l.amount_cents), 0)::text from ledger_transfer l where l.transaction_id = t.id) as "bookedCents",
       (case when t.status = 'approved' then t.amount_cents else 0 end)::text as "dueCents"
     from transaction t`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { transactionId, status } of reported) {
    assert.ok(byId.get(transactionId)?.steps.includes(status), `${transactionId} was reported as ${status}`);
  }
  const reports = new Set(reported.map(({ transactionId, status }) => `${transactionId} ${status}`));
  assert.equal(reports.size, reported.length, 'no decision was reported twice');
  for (const { id, status, steps, events, bookedCents, dueCents } of rows) {
    assert.ok(status === 'approved' || status === 'rejected', `${id} is ${status}`);
    assert.equal(new Set(steps).size, steps.length, `${id}: no step was made twice: ${steps.join(', ')}`);
    assert.equal(steps.at(-1), status);
    assert.equal(events, 1, `${id} was told once`);
    assert.equal(bookedCents, dueCents, `${id} is booked as it was decided`);
  }
  return reported.length;
}
