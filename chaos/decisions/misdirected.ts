import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { OperationRequest } from '../../server/src/usecases/ledger/operation.ts';
import type { OperationCommand } from './command.ts';
import { pick, pickNewest } from './pick.ts';
import type { WorkInProgress } from './work-in-progress.ts';
import type { World } from './world.ts';

/** Payouts as an operator sees them. */
export interface SeenPayouts {
  all: readonly string[];
  /** Those that may have been sent. */
  authorised: readonly string[];
}

export function seenPayouts(
  seen: Iterable<{ id: string; type: string; authorisedBy: string | null }>,
): SeenPayouts {
  const payouts = [...seen].filter(({ type }) => type === 'withdrawal');
  const authorised = payouts.filter(({ authorisedBy }) => authorisedBy !== null);
  return { all: payouts.map(({ id }) => id), authorised: authorised.map(({ id }) => id) };
}

/** One in this many names any payout, which nobody may have sent. */
const ANY_ONE_IN = 5;

/** Some money of a payout went wrong. undefined: there is no payout that it could be of. */
export function misdirection(
  { partner, account, amountCents }: OperationCommand,
  world: World,
  { all, authorised }: SeenPayouts,
): OperationRequest | undefined {
  const payoutIds = account % ANY_ONE_IN === 0 ? all : authorised;
  if (payoutIds.length === 0) return undefined;
  const bankAccountId = pick(world.bankAccountIds, account);
  const payoutId = pick(payoutIds, partner);
  return { kind: 'misdirected_sent', payoutId, bankAccountId, amountCents: cents(amountCents) };
}

/** Some of it comes back. undefined: nothing went wrong yet. */
export function recovery(
  command: OperationCommand,
  world: World,
  work: WorkInProgress,
): OperationRequest | undefined {
  const wrong = pickNewest(work.misdirected, command.partner);
  if (wrong === undefined) return undefined;
  const bankAccountId = pick(world.bankAccountIds, command.account);
  const amountCents = partOf(wrong.amountCents, command.amountCents);
  return { kind: 'misdirected_recovered', payoutId: wrong.payoutId, bankAccountId, amountCents };
}

/** It is given up, or that is taken back. undefined: nothing went wrong yet. */
export function writeOff(command: OperationCommand, work: WorkInProgress): OperationRequest | undefined {
  const wrong = pickNewest(work.misdirected, command.partner);
  if (wrong === undefined) return undefined;
  const [receivable, funds] = [{ kind: 'receivable' }, { kind: 'owner_funds' }] as const;
  const sides =
    command.account % 3 === 0 ? { debit: receivable, credit: funds } : { debit: funds, credit: receivable };
  const amountCents = partOf(wrong.amountCents, command.amountCents);
  // Some forget whose money it is.
  const payout = command.account % 4 <= 1 ? {} : { payoutId: wrong.payoutId };
  return { kind: 'adjusted', ...sides, ...payout, amountCents };
}

/** All that went wrong, half of it, or any amount, which may be too much. */
function partOf(wrongCents: Cents, amountCents: bigint): Cents {
  const way = amountCents % 4n;
  if (way === 0n) return wrongCents;
  return way === 3n ? cents(amountCents) : cents(wrongCents / 2n + 1n);
}
