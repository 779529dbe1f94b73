import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import { findPayoutParts } from '../../../src/db/read/payouts/payout-parts.ts';
import type { DecisionResult } from '../../../src/usecases/decisions/decision.ts';
import { returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
} from '../../../src/usecases/withdrawals/decide.ts';
import { recordPart } from '../../../src/usecases/withdrawals/send.ts';
import { AYSE, MEHMET, openDesk, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../../harness/payouts.ts';
import { outcomeOf } from '../../harness/refusals.ts';
import { auditRows } from '../administration.ts';

interface Part {
  amountCents: bigint;
  bankReference: string;
  actor?: Person;
  /** What the person saw. Default: the payout as it is now. */
  fingerprint?: string;
}

async function part(desk: Desk, transactionId: string, wanted: Part): Promise<DecisionResult> {
  const { amountCents, bankReference, actor = AYSE } = wanted;
  const fingerprint = wanted.fingerprint ?? (await desk.see(transactionId)).fingerprint;
  const decision = { transactionId, fingerprint, actor, amountCents: cents(amountCents), bankReference };
  return await desk.decisions.submit(recordPart(decision));
}

async function approve(desk: Desk, transactionId: string, bankReference?: string): Promise<DecisionResult> {
  return await desk.decide(
    (fingerprint) => approveWithdrawal({ transactionId, fingerprint, actor: AYSE, bankReference }),
    transactionId,
  );
}

test('a payout is sent in parts and approved when they add up; history, audit log and books agree', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  const before = await desk.see(id);
  const made = { outcome: 'made', status: 'waiting_confirmation', stage: 'authorised' };
  assert.deepEqual(await part(desk, id, { amountCents: 50_000n, bankReference: 'fast-1' }), made);
  const between = await desk.see(id);
  assert.notEqual(between.fingerprint, before.fingerprint, 'What a person sees has changed.');
  assert.equal(between.partsSentCents, 50_000n);

  const early = await approve(desk, id);
  assert.deepEqual(early, {
    outcome: 'refused',
    refusal: {
      code: 'parts_incomplete',
      details: {
        transactionId: id,
        status: 'waiting_confirmation',
        stage: 'authorised',
        parts: { sentCents: 50_000n, toPayCents: 97_000n },
      },
    },
  });

  assert.deepEqual(await part(desk, id, { amountCents: 47_000n, bankReference: 'fast-2' }), made);
  assert.equal(outcomeOf(await approve(desk, id)), 'made');
  const parts = await findPayoutParts(desk.owner, id, { timeoutMs: 5_000 });
  assert.deepEqual(
    parts.map(({ at: _at, ...one }) => one),
    [
      { number: 1, amountCents: 50_000n, bankReference: 'FAST-1', sentBy: 'ayse' },
      { number: 2, amountCents: 47_000n, bankReference: 'FAST-2', sentBy: 'ayse' },
    ],
  );
  const { rows: steps } = await desk.owner.query(
    `select trigger, stage, said from transaction_step where transaction_id = $1 and trigger = 'part_sent' order by step_no`,
    [id],
  );
  assert.deepEqual(steps, [
    {
      trigger: 'part_sent',
      stage: 'authorised',
      said: {
        part: 1,
        partAmount: '500.00',
        bankReference: 'FAST-1',
        bankAccountId: desk.bankAccount.id,
      },
    },
    {
      trigger: 'part_sent',
      stage: 'authorised',
      said: {
        part: 2,
        partAmount: '470.00',
        bankReference: 'FAST-2',
        bankAccountId: desk.bankAccount.id,
      },
    },
  ]);
  const audited = (await auditRows(desk.owner)).filter(({ action }) => action === 'withdrawal.record_part');
  assert.deepEqual(
    audited.map(({ actor, subject_id, details }) => [actor, subject_id, details['partAmount']]),
    [
      ['ayse', id, '500.00'],
      ['ayse', id, '470.00'],
    ],
  );
  const { bank, partner_reserved } = await balances(desk.owner);
  assert.deepEqual([bank, partner_reserved], [4_000_000n - 97_000n, undefined]);
  await assertBooksHold(desk.owner);
});

test('a payout that came back after it was sent in parts can be returned', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  await part(desk, id, { amountCents: 97_000n, bankReference: 'only one' });
  assert.equal(outcomeOf(await approve(desk, id)), 'made');
  const returned = await desk.decide(
    (fingerprint) => returnPayout({ transactionId: id, fingerprint, actor: MEHMET }),
    id,
  );
  assert.equal(outcomeOf(returned), 'made');
  await assertBooksHold(desk.owner);
});

test('parts are recorded only while a payout is authorised, only by its taker, and each once', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const taken = await takenPayout(desk);
  const one = { amountCents: 10_000n, bankReference: 'fast-1' };
  assert.equal(outcomeOf(await part(desk, taken, one)), 'state_conflict');
  assert.equal(outcomeOf(await part(desk, await desk.deposit(), one)), 'transaction_not_found');

  const id = await authorisedPayout(desk, { authoriser: MEHMET });
  for (const actor of [MEHMET, staff('zeynep')])
    assert.equal(outcomeOf(await part(desk, id, { ...one, actor })), 'not_the_taker', actor.name);
  assert.equal(outcomeOf(await part(desk, id, one)), 'made');
  assert.equal(
    outcomeOf(await part(desk, id, { ...one, bankReference: ' Fast-1' })),
    'part_already_recorded',
  );
  await part(desk, id, { amountCents: 87_000n, bankReference: 'fast-2' });
  await approve(desk, id);
  assert.equal(outcomeOf(await part(desk, id, { ...one, bankReference: 'fast-3' })), 'state_conflict');
});

test('parts never exceed what the player is paid', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  const tooMuch = { amountCents: 97_001n, bankReference: 'fast-1' };
  assert.equal(outcomeOf(await part(desk, id, tooMuch)), 'parts_exceed_amount');
  await part(desk, id, { amountCents: 96_999n, bankReference: 'fast-1' });
  assert.equal(
    outcomeOf(await part(desk, id, { amountCents: 2n, bankReference: 'fast-2' })),
    'parts_exceed_amount',
  );
  assert.equal(outcomeOf(await part(desk, id, { amountCents: 1n, bankReference: 'fast-2' })), 'made');
});

test('of many who record a part from the same look, one does', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  const { fingerprint } = await desk.see(id);
  const results = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, no) =>
        await part(desk, id, { amountCents: 20_000n, bankReference: `fast-${no}`, fingerprint }),
    ),
  );
  assert.deepEqual(results.map(outcomeOf).toSorted(), [
    'made',
    ...Array<string>(7).fill('transaction_changed'),
  ]);
  assert.equal((await desk.see(id)).partsSentCents, 20_000n);
});

test('the database itself lets no two parts at once exceed the payout', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  const pool = desk.database.pool('vezne_console');
  const inserts = await Promise.allSettled(
    [1, 2, 3, 4].map(
      async (number) =>
        await pool.query(
          `insert into payout_transfer (transaction_id, number, amount_cents, bank_reference, sent_by, sent_by_id)
           values ($1, $2, 40000, 'fast-' || $2::int4, 'ayse', 'ayse')`,
          [id, number],
        ),
    ),
  );
  const refused = inserts.flatMap((one) => (one.status === 'rejected' ? [one.reason.constraint] : []));
  assert.deepEqual(refused, ['transaction_parts_sent', 'transaction_parts_sent']);
  assert.equal((await desk.see(id)).partsSentCents, 80_000n);
  const byHand = pool.query('update transaction set parts_sent_cents = 0 where id = $1', [id]);
  await assert.rejects(byHand, { code: '42501' }, 'Nobody writes the sum.');
});

test('once a part has left, the payout is neither released nor rejected, by nobody', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  await part(desk, id, { amountCents: 1n, bankReference: 'fast-1' });
  for (const actor of [AYSE, MEHMET]) {
    const released = await desk.decisions.submit(releaseWithdrawal({ transactionId: id, actor }));
    assert.equal(outcomeOf(released), 'parts_sent');
    const rejection = rejectWithdrawal({ transactionId: id, actor, reasonCode: 'payout_failed' });
    assert.equal(outcomeOf(await desk.decisions.submit(rejection)), 'parts_sent');
  }
});

test('a payout without parts is one transfer, whose reference the history keeps if it is said', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const [silent, told] = [await authorisedPayout(desk), await authorisedPayout(desk)];
  assert.equal(outcomeOf(await approve(desk, silent)), 'made');
  assert.equal(outcomeOf(await approve(desk, told, ' eft-77 ')), 'made');
  const { rows } = await desk.owner.query(
    `select transaction_id as id, said from transaction_step where trigger = 'approve' and transaction_id = any ($1)`,
    [[silent, told]],
  );
  assert.deepEqual(
    new Map(rows.map(({ id, said }) => [id, said])),
    new Map<string, unknown>([
      [silent, null],
      [told, { bankReference: 'EFT-77', bankAccountId: desk.bankAccount.id }],
    ]),
  );
});
