import assert from 'node:assert/strict';
import type { Person } from '@vezne/domain/actor';
import { approveDeposit } from '../../src/usecases/deposits/decide.ts';
import { marksOf } from '../../src/usecases/decisions/marks.ts';
import { authoriseWithdrawal, takeWithdrawal } from '../../src/usecases/withdrawals/decide.ts';
import { AYSE } from './desk.ts';
import type { Desk } from './desk.ts';
import { outcomeOf } from './refusals.ts';

/** Enough for the payouts of a test, and not enough for a second person. */
const FUNDS_CENTS = 4_000_000n;

/** Gives the partner money to pay out from, and the account as much. */
export async function fundPayouts(desk: Desk): Promise<void> {
  const id = await desk.deposit({ amountCents: FUNDS_CENTS });
  const { amountCents: actualCents } = await desk.see(id);
  const approved = await desk.decide(
    (fingerprint) => approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents }),
    id,
  );
  assert.equal(outcomeOf(approved), 'made');
}

/** A payout that this person has taken; returns its id. */
export async function takenPayout(desk: Desk, taker: Person = AYSE, amountCents = 100_000n): Promise<string> {
  const transactionId = await desk.withdrawal({ amountCents });
  const marksRead = marksOf(await desk.see(transactionId));
  const { id: bankAccountId } = desk.bankAccount;
  const take = takeWithdrawal({ transactionId, actor: taker, bankAccountId, marksRead });
  assert.equal(outcomeOf(await desk.decisions.submit(take)), 'made');
  return transactionId;
}

/** One whose money may be sent. Somebody else than the taker makes it a payout of two people. */
export async function authorisedPayout(
  desk: Desk,
  { taker = AYSE, authoriser = taker, amountCents }: PayoutPeople = {},
): Promise<string> {
  const transactionId = await takenPayout(desk, taker, amountCents);
  const marksRead = marksOf(await desk.see(transactionId));
  const authorised = await desk.decide(
    (fingerprint) => authoriseWithdrawal({ transactionId, fingerprint, actor: authoriser, marksRead }),
    transactionId,
  );
  assert.equal(outcomeOf(authorised), 'made');
  return transactionId;
}

interface PayoutPeople {
  taker?: Person;
  authoriser?: Person;
  amountCents?: bigint;
}
