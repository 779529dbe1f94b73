import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { declineRequest, withdrawRequest } from '../../../src/usecases/four-eyes/end.ts';
import { expireRequests } from '../../../src/usecases/four-eyes/expire.ts';
import { setPartner } from '../../../src/usecases/partners/change.ts';
import { RefusedError } from '../../../src/usecases/refusal.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { until } from '../../harness/expectations.ts';
import { insertPartner } from '../../harness/factories.ts';
import { AYSE, MEHMET, openHouse } from './house.ts';
import type { House } from './house.ts';

const RACES = 50;
const BY_PEOPLE = ['confirmed', 'declined', 'withdrawn'] as const;
const ENDS = [...BY_PEOPLE, 'expired'] as const;
type End = (typeof ENDS)[number];

test(`of confirming, declining, withdrawing and expiry at the same moment one wins, ${RACES} times`, async (t) => {
  const house = await openHouse(t);
  const winners = new Map<End, number>();
  for (let race = 0; race < RACES; race += 1) {
    const asked = await ask(house);
    const holder = await holdRequest(house.owner, asked.id);
    // Who comes first changes. All come in time, and all may still end it: their transactions began before it was due.
    const people = BY_PEOPLE.map(
      async (_, place) => await attempt(house, asked.id, BY_PEOPLE[(place + race) % 3] ?? assert.fail()),
    );
    await untilSoManyWait(house.owner, people.length);
    await holder.query('update second_person_request set expires_at = clock_timestamp() where id = $1', [
      asked.id,
    ]);
    const expiry = expireWhile(house, Promise.allSettled(people));
    await release(holder);
    const results = await Promise.all([...people, expiry]);
    const won = results.filter((result) => result !== undefined);
    const status = await assertDone(house, asked);
    assert.deepEqual(won, [status], `race ${race}`);
    winners.set(status, (winners.get(status) ?? 0) + 1);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(winners)));
});

for (const first of ENDS)
  test(`a request that is being ${first} while all others come is ${first}, and no other has a say`, async (t) => {
    const house = await openHouse(t);
    const { owner } = house;
    const openGate = await stopInTheMiddle(owner);
    const asked = await ask(house);
    const holder = await holdRequest(owner, asked.id);
    const starts = first === 'expired' ? [] : [attempt(house, asked.id, first)];
    // Whoever is first began before it was due, so that it is due for the others alone.
    await untilSoManyWait(owner, starts.length);
    await holder.query('update second_person_request set expires_at = clock_timestamp() where id = $1', [
      asked.id,
    ]);
    await release(holder);
    if (first === 'expired') starts.push(attempt(house, asked.id, first));
    await untilGateIsReached(owner);
    const others = BY_PEOPLE.filter((end) => end !== first).map(
      async (end) => await attempt(house, asked.id, end),
    );
    await untilSoManyWait(owner, 1 + others.length);
    assert.equal(await expireRequests(house.worker), 0, 'it passes by what another is ending');
    await openGate();
    assert.deepEqual(await Promise.all(starts), [first]);
    assert.deepEqual(
      await Promise.all(others),
      others.map(() => undefined),
    );
    assert.equal(await assertDone(house, asked), first);
  });

interface Asked {
  id: string;
  partner: string;
}

/** Ayşe asks for a credit line of 500. */
async function ask({ owner, context }: House): Promise<Asked> {
  const { id: partner } = await insertPartner(owner);
  const asked = await setPartner(context(AYSE), { partner, settings: { creditLineCents: cents(500n) } });
  return { id: 'requestId' in asked ? asked.requestId : assert.fail(), partner };
}

/** How it ended. What it asked for was done if it was confirmed, and not otherwise. */
async function assertDone({ owner }: House, { id, partner }: Asked): Promise<End> {
  const { rows } = await owner.query<{ status: End; line: bigint }>(
    `select r.status, p.credit_line_cents as line from second_person_request r, partner p where r.id = $1 and p.id = $2`,
    [id, partner],
  );
  const [{ status, line } = assert.fail()] = rows;
  assert.equal(line, status === 'confirmed' ? 500n : 0n);
  return status;
}

/** The end, if this attempt brought it. */
async function attempt({ pool, worker }: House, id: string, end: End): Promise<End | undefined> {
  try {
    if (end === 'expired') return (await expireRequests(worker)) === 0 ? undefined : end;
    if (end === 'confirmed') await confirmRequest(confirmContext(pool, MEHMET), id);
    if (end === 'declined') await declineRequest(pool, { id, actor: MEHMET, reason: 'no' });
    if (end === 'withdrawn') await withdrawRequest(pool, { id, actor: AYSE });
    return end;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** The job, as often as it could run before the others are done. */
async function expireWhile({ worker }: House, others: Promise<unknown>): Promise<'expired' | undefined> {
  const over = new AbortController();
  void others.finally(() => over.abort());
  while (!over.signal.aborted) if ((await expireRequests(worker)) > 0) return 'expired';
  return undefined;
}

/** A session that holds the request, so that all who come stand side by side before it. */
async function holdRequest(owner: pg.Pool, id: string): Promise<pg.PoolClient> {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from second_person_request where id = $1 for no key update', [id]);
  return holder;
}

async function release(holder: pg.PoolClient): Promise<void> {
  await holder.query('commit');
  holder.release();
}

const GATE = 4_711;

/** Whoever ends a request stops when they have written it, until the function that this returns is called. */
async function stopInTheMiddle(owner: pg.Pool): Promise<() => Promise<void>> {
  await owner.query(
    `create function stop_at_gate() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`,
  );
  await owner.query('grant execute on function stop_at_gate() to vezne_admin, vezne_worker');
  await owner.query(
    `create trigger stop_it after update on second_person_request for each row when (new.status <> 'open') execute function stop_at_gate()`,
  );
  const keeper = await owner.connect();
  await keeper.query('begin');
  await keeper.query('select pg_advisory_xact_lock($1)', [GATE]);
  return async () => await release(keeper);
}

async function untilGateIsReached(owner: pg.Pool): Promise<void> {
  await until(
    async () =>
      await owner.query(
        `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
           and database = (select oid from pg_database where datname = current_database())`,
        [GATE],
      ),
    ({ rowCount }) => rowCount === 1,
  );
}

/** Until so many statements stand before locks that others hold. */
async function untilSoManyWait(owner: pg.Pool, count: number): Promise<void> {
  await until(
    async () =>
      await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    ({ rowCount }) => rowCount === count,
  );
}
