import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { commandLineActor, sessionDetails } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { createDatabase } from '../../../src/db/kysely.ts';
import { newId } from '../../../src/ids.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import type { Decision } from '../../../src/usecases/decisions/decision.ts';
import { approveAsAsked, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { holdDeposit } from '../../../src/usecases/deposits/hold.ts';
import { expireRequests } from '../../../src/usecases/four-eyes/expire.ts';
import {
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '../../../src/usecases/withdrawals/decide.ts';
import { releaseWorkOf } from '../../../src/usecases/withdrawals/release-work.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { AYSE, MEHMET, authorise, openDesk, sighting, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { untilSomebodyWaits } from '../../harness/expectations.ts';
import { assertBooksHold } from '../../harness/ledger.ts';
import { takenPayout } from '../../harness/payouts.ts';
import { outcomeOf, resultOrCode } from '../../harness/refusals.ts';
import { auditRows } from '../administration.ts';

/** Above what one hand alone lets leave. */
const LARGE = 6_000_000n;
const CAN = staff('can');
const ZEYNEP = commandLineActor('zeynep');

async function open(t: TestContext): Promise<Desk> {
  const desk = await openDesk(t);
  await desk.owner.query('update partner set credit_line_cents = 100000000000');
  await desk.owner.query('update bank_account set tolerance_cents = 100000000000');
  return desk;
}

async function askToAuthorise(desk: Desk, id: string, actor: Person): Promise<string> {
  const asked = await desk.decide((fingerprint) => authorise({ transactionId: id, fingerprint, actor }), id);
  return asked.outcome === 'asked' ? asked.requestId : assert.fail(outcomeOf(asked));
}

/** Taken by Ayşe, who waits for a second person. */
async function askedPayout(desk: Desk): Promise<{ id: string; requestId: string }> {
  const id = await takenPayout(desk, AYSE, LARGE);
  return { id, requestId: await askToAuthorise(desk, id, AYSE) };
}

async function requestOf(
  { owner }: Desk,
  id: string,
): Promise<{ status: string; decided_by: string | null }> {
  const { rows } = await owner.query<{ status: string; decided_by: string | null }>(
    'select status, decided_by from second_person_request where id = $1',
    [id],
  );
  return rows[0] ?? assert.fail();
}

const OPEN = { status: 'open', decided_by: null };
const overtakenBy = ({ name }: Person): object => ({ status: 'overtaken', decided_by: name });

async function assertMade(desk: Desk, decision: Decision): Promise<void> {
  assert.equal(outcomeOf(await desk.decisions.submit(decision)), 'made');
}

async function takeBy(desk: Desk, transactionId: string, actor: Person): Promise<void> {
  await assertMade(desk, takeWithdrawal({ transactionId, actor, bankAccountId: desk.bankAccount.id }));
}

suite('what waits for a second person ends when its transaction moves on', () => {
  test('a release ends it, and the next taker asks anew', async (t) => {
    const desk = await open(t);
    const { id, requestId } = await askedPayout(desk);
    await assertMade(desk, releaseWithdrawal({ transactionId: id, actor: AYSE }));
    assert.deepEqual(await requestOf(desk, requestId), overtakenBy(AYSE));
    const entry = (await auditRows(desk.owner)).find(({ action }) => action === 'request.overtake');
    assert.deepEqual(
      [entry?.actor_kind, entry?.actor, entry?.subject_type, entry?.subject_id, entry?.details],
      [
        'staff',
        'ayse',
        'second_person_request',
        requestId,
        {
          action: 'withdrawal.authorise',
          subjectType: 'transaction',
          subjectId: id,
          ...sessionDetails(AYSE),
        },
      ],
    );
    await takeBy(desk, id, MEHMET);
    const next = await askToAuthorise(desk, id, MEHMET);
    assert.deepEqual(await requestOf(desk, next), OPEN);
    const context = confirmContext(desk.database.pool('vezne_console'), CAN);
    assert.equal(await resultOrCode(confirmRequest(context, requestId)), 'request_already_ended');
    await confirmRequest(context, next);
    assert.equal((await desk.see(id)).stage, 'authorised');
    await assertBooksHold(desk.owner);
  });

  test('so do a rejection, and a second person who authorises it directly', async (t) => {
    const desk = await open(t);
    const rejected = await askedPayout(desk);
    await assertMade(
      desk,
      rejectWithdrawal({ transactionId: rejected.id, actor: MEHMET, reasonCode: 'payout_failed' }),
    );
    assert.deepEqual(await requestOf(desk, rejected.requestId), overtakenBy(MEHMET));
    const authorised = await askedPayout(desk);
    const { fingerprint } = await desk.see(authorised.id);
    await assertMade(desk, authorise({ transactionId: authorised.id, fingerprint, actor: MEHMET }));
    assert.deepEqual(await requestOf(desk, authorised.requestId), overtakenBy(MEHMET));
  });

  test('so do a freeze of its account, and the leaving of its taker', async (t) => {
    const desk = await open(t);
    const context = { db: createDatabase(desk.database.pool('vezne_admin')), actor: ZEYNEP };
    const left = await askedPayout(desk);
    await releaseWorkOf(context, 'ayse');
    assert.deepEqual(await requestOf(desk, left.requestId), overtakenBy(ZEYNEP));
    const frozen = await askedPayout(desk);
    await freezeBankAccount(context, desk.bankAccount.iban);
    assert.deepEqual(await requestOf(desk, frozen.requestId), overtakenBy(ZEYNEP));
    const audited = (await auditRows(desk.owner)).filter(({ action }) => action === 'request.overtake');
    assert.deepEqual(
      audited.map(({ actor, subject_id }) => [actor, subject_id]),
      [
        ['zeynep', left.requestId],
        ['zeynep', frozen.requestId],
      ],
    );
  });

  test('a deposit’s ends with its rejection, and not with a hold', async (t) => {
    const desk = await open(t);
    const id = await desk.deposit({ amountCents: LARGE });
    const asked = await desk.decide(
      (fingerprint) => approveAsAsked({ transactionId: id, fingerprint, actor: AYSE, ...sighting() }),
      id,
    );
    const requestId = asked.outcome === 'asked' ? asked.requestId : assert.fail(outcomeOf(asked));
    const until = new Date(Date.now() + 3_600_000);
    await assertMade(desk, holdDeposit({ transactionId: id, actor: MEHMET, until, reason: 'bank_down' }));
    assert.deepEqual(await requestOf(desk, requestId), OPEN);
    await assertMade(
      desk,
      rejectDeposit({ transactionId: id, actor: MEHMET, reasonCode: 'no_money_seen', moneySeen: null }),
    );
    assert.deepEqual(await requestOf(desk, requestId), overtakenBy(MEHMET));
  });
});

/** Somebody holds the payout until this has begun to wait for it. */
async function whileHeld<Result>(
  { owner }: Desk,
  id: string,
  begin: () => Promise<Result>,
  meanwhile: (client: pg.PoolClient) => Promise<unknown>,
): Promise<Result> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('select from transaction where id = $1 for no key update', [id]);
    const begun = begin();
    await untilSomebodyWaits(owner);
    await meanwhile(client);
    await client.query('commit');
    return await begun;
  } finally {
    client.release();
  }
}

suite('at the same moment', () => {
  test('nothing is asked about a payout that is being released', async (t) => {
    const desk = await open(t);
    const id = await takenPayout(desk, AYSE, LARGE);
    const { fingerprint } = await desk.see(id);
    const asked = await whileHeld(
      desk,
      id,
      async () => await desk.decisions.submit(authorise({ transactionId: id, fingerprint, actor: AYSE })),
      async (client) =>
        await client.query(
          `update transaction set stage = 'queued', taken_by = null, taken_by_id = null, bank_account_id = null where id = $1`,
          [id],
        ),
    );
    assert.equal(outcomeOf(asked), 'transaction_changed');
    const { rows } = await desk.owner.query('select from second_person_request');
    assert.equal(rows.length, 0);
  });

  test('a release that waited ends what was asked while it did', async (t) => {
    const desk = await open(t);
    const { id, requestId } = await askedPayout(desk);
    const later = newId();
    const released = await whileHeld(
      desk,
      id,
      async () => await desk.decisions.submit(releaseWithdrawal({ transactionId: id, actor: AYSE })),
      async (client) => {
        await client.query(
          `update second_person_request set status = 'withdrawn', decided_by = asked_by, decided_by_id = asked_by_id,
             decided_by_kind = asked_by_kind, decided_at = now() where id = $1`,
          [requestId],
        );
        await client.query(
          `insert into second_person_request (id, action, subject_type, subject_id, before, after, details, fingerprint, asked_by_kind,
             asked_by_id, asked_by)
           select $2, action, subject_type, subject_id, before, after, details, fingerprint, asked_by_kind, asked_by_id, asked_by
           from second_person_request where id = $1`,
          [requestId, later],
        );
      },
    );
    assert.equal(outcomeOf(released), 'made');
    assert.deepEqual(await requestOf(desk, later), overtakenBy(AYSE));
  });

  const RACES = 30;
  test(`of confirming, releasing and expiry one wins, and nobody waits in a circle, ${RACES} times`, async (t) => {
    const desk = await open(t);
    const pool = desk.database.pool('vezne_console');
    const worker = desk.database.pool('vezne_worker');
    const ends = new Map<string, number>();
    // Confirming reads more before it begins, so in some races it has a start, until it has won with it.
    let headStartMs = 10;
    for (let race = 0; race < RACES; race += 1) {
      const { id, requestId } = await askedPayout(desk);
      if (race % 3 === 2) {
        await desk.owner.query('update second_person_request set expires_at = now() where id = $1', [
          requestId,
        ]);
      }
      const [confirmed, released] = await Promise.all([
        resultOrCode(confirmRequest(confirmContext(pool, MEHMET), requestId)),
        sleep(race % 3 === 1 ? headStartMs : 0).then(
          async () => await desk.decisions.submit(releaseWithdrawal({ transactionId: id, actor: AYSE })),
        ),
        expireRequests(worker),
      ]);
      const { status } = await requestOf(desk, requestId);
      const isConfirmed = typeof confirmed === 'object';
      assert.equal(isConfirmed, status === 'confirmed', `${race}: ${status}`);
      assert.equal(outcomeOf(released) === 'made', !isConfirmed, `${race}: ${outcomeOf(released)}`);
      assert.notEqual(status, 'open');
      if (race % 3 === 1 && !isConfirmed) headStartMs *= 2;
      ends.set(status, (ends.get(status) ?? 0) + 1);
    }
    t.diagnostic(JSON.stringify(Object.fromEntries(ends)));
    assert.deepEqual(
      [...ends.keys()].toSorted(),
      ['confirmed', 'expired', 'overtaken'],
      'each of them wins some',
    );
    await assertBooksHold(desk.owner);
  });
});
