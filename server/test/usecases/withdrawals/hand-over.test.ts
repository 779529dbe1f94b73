import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineActor } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import type { DecisionResult } from '../../../src/usecases/decisions/decision.ts';
import { returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
} from '../../../src/usecases/withdrawals/decide.ts';
import { handOverWithdrawal, recordPart } from '../../../src/usecases/withdrawals/send.ts';
import { AYSE, MEHMET, openDesk, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../../harness/payouts.ts';
import { outcomeOf } from '../../harness/refusals.ts';
import { auditRows } from '../administration.ts';

const ZEYNEP = staff('zeynep');

async function handOver(
  desk: Desk,
  transactionId: string,
  actor: Person,
  isNotSent = true,
): Promise<DecisionResult> {
  return await desk.decide(
    (fingerprint) => handOverWithdrawal({ transactionId, fingerprint, actor, isNotSent }),
    transactionId,
  );
}

async function part(
  desk: Desk,
  transactionId: string,
  actor: Person,
  bankReference: string,
): Promise<string> {
  const amountCents = cents(10_000n);
  const result = await desk.decide(
    (fingerprint) => recordPart({ transactionId, fingerprint, actor, amountCents, bankReference }),
    transactionId,
  );
  return outcomeOf(result);
}

test('another person takes an authorised payout over and sends it; nothing of its money moves by that', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk, { taker: AYSE, authoriser: MEHMET });
  const [before, booked] = [await desk.see(id), await balances(desk.owner)];
  assert.deepEqual(await handOver(desk, id, ZEYNEP), {
    outcome: 'made',
    status: 'waiting_confirmation',
    stage: 'authorised',
  });
  const after = await desk.see(id);
  assert.deepEqual([after.takenBy, after.takenById], ['zeynep', 'zeynep']);
  assert.deepEqual([after.authorisedBy, after.bankAccountId], ['mehmet', before.bankAccountId]);
  assert.notEqual(after.fingerprint, before.fingerprint);
  assert.deepEqual(await balances(desk.owner), booked);
  const { rows } = await desk.owner.query(
    `select stage, actor, said from transaction_step where transaction_id = $1 and trigger = 'hand_over'`,
    [id],
  );
  const said = { isNotSent: true, from: { id: 'ayse', name: 'ayse' } };
  assert.deepEqual(rows, [{ stage: 'authorised', actor: 'zeynep', said }]);
  const audited = (await auditRows(desk.owner)).find(({ action }) => action === 'withdrawal.hand_over');
  assert.deepEqual(
    [audited?.actor, audited?.subject_id, audited?.details['isNotSent']],
    ['zeynep', id, true],
  );

  assert.equal(await part(desk, id, AYSE, 'fast-1'), 'not_the_taker');
  assert.equal(await part(desk, id, ZEYNEP, 'fast-1'), 'made');
  await assertBooksHold(desk.owner);
});

test('a payout with parts is handed over with them, and only the rest is left', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  await part(desk, id, AYSE, 'fast-1');
  assert.equal(outcomeOf(await handOver(desk, id, MEHMET)), 'made');
  assert.equal((await desk.see(id)).partsSentCents, 10_000n);
  assert.equal(await part(desk, id, MEHMET, 'fast-1'), 'part_already_recorded');
  assert.equal(await part(desk, id, MEHMET, 'fast-2'), 'made');
});

test('whoever takes over says that nothing was sent', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  assert.equal(outcomeOf(await handOver(desk, id, MEHMET, false)), 'not_sent_unsaid');
});

test('neither the taker nor whoever authorised it takes a payout over, by no spelling of their names', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk, { taker: AYSE, authoriser: MEHMET });
  for (const actor of [AYSE, commandLineActor('AYSE '), MEHMET, commandLineActor(' Mehmet')])
    assert.equal(outcomeOf(await handOver(desk, id, actor)), 'second_person_needed', actor.name);
  assert.equal(outcomeOf(await handOver(desk, id, ZEYNEP)), 'made');
  assert.equal(outcomeOf(await handOver(desk, id, MEHMET)), 'second_person_needed');
});

test('only an authorised payout is handed over', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  assert.equal(outcomeOf(await handOver(desk, await desk.withdrawal(), MEHMET)), 'state_conflict');
  assert.equal(outcomeOf(await handOver(desk, await takenPayout(desk), MEHMET)), 'state_conflict');
  assert.equal(outcomeOf(await handOver(desk, await desk.deposit(), MEHMET)), 'transaction_not_found');
});

test('of two who take over from the same look, one does', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  const { fingerprint } = await desk.see(id);
  const results = await Promise.all(
    [MEHMET, ZEYNEP].map(
      async (actor) =>
        await desk.decisions.submit(
          handOverWithdrawal({ transactionId: id, fingerprint, actor, isNotSent: true }),
        ),
    ),
  );
  assert.deepEqual(results.map(outcomeOf).toSorted(), ['made', 'transaction_changed']);
});

test('whoever had a payout before the hand-over may have sent it, and so never says that it was not sent', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await authorisedPayout(desk);
  await handOver(desk, id, MEHMET);
  for (const actor of [AYSE, MEHMET]) {
    const release = releaseWithdrawal({ transactionId: id, actor });
    assert.equal(outcomeOf(await desk.decisions.submit(release)), 'second_person_needed', actor.name);
    const reject = rejectWithdrawal({ transactionId: id, actor, reasonCode: 'payout_failed' });
    assert.equal(outcomeOf(await desk.decisions.submit(reject)), 'second_person_needed', actor.name);
  }
  const approved = await desk.decide(
    (fingerprint) => approveWithdrawal({ transactionId: id, fingerprint, actor: MEHMET }),
    id,
  );
  assert.equal(outcomeOf(approved), 'made');
  const back = async (actor: Person): Promise<string> =>
    outcomeOf(
      await desk.decide((fingerprint) => returnPayout({ transactionId: id, fingerprint, actor }), id),
    );
  assert.equal(await back(AYSE), 'second_person_needed');
  assert.equal(await back(ZEYNEP), 'made');
  await assertBooksHold(desk.owner);
});
