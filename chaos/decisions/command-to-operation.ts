import { randomUUID } from 'node:crypto';
import type { AccountName } from '@vezne/domain/accounts';
import { ZERO_CENTS, cents, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { OperationRequest } from '../../server/src/usecases/ledger/operation.ts';
import { turkishIban } from '../../server/test/harness/factories.ts';
import type { OperationCommand } from './command.ts';
import { misdirection, recovery, writeOff } from './misdirected.ts';
import type { SeenPayouts } from './misdirected.ts';
import { pick, pickNewest } from './pick.ts';
import type { RefusedDeposit, WorkInProgress } from './work-in-progress.ts';
import type { World } from './world.ts';

/** One in this many arrivals has a different amount from the one that was sent. */
const WRONG_ONE_IN = 8n;

/** What the bank shows is always enough, because the books begin with nothing. */
const AT_BANK = { bankBalanceCents: cents(1_000_000_000n) };

/**
 * The operation that a command asks for. An arrival depends on what is in transit. undefined: nothing went wrong that it could be
 * about.
 */
export function operationOf(
  command: OperationCommand,
  world: World,
  { work, payouts }: { work: WorkInProgress; payouts: SeenPayouts },
): OperationRequest | undefined {
  const { operation: kind, partner, account } = command;
  const bankAccountId = pick(world.bankAccountIds, account);
  const amountCents = cents(command.amountCents);
  switch (kind) {
    case 'topped_up':
    case 'settled_to_partner':
      return { kind, partnerId: pick(world.partnerIds, partner), bankAccountId, amountCents, ...AT_BANK };
    case 'bank_fee_charged':
    case 'internal_transfer_sent':
      return { kind, bankAccountId, amountCents, ...AT_BANK };
    case 'internal_transfer_arrived':
    case 'internal_transfer_returned':
      return arrival(command, world, work);
    case 'returned_to_sender':
      return returnOf(command, work) ?? { kind: 'bank_fee_charged', bankAccountId, amountCents };
    case 'misdirected_sent':
    case 'misdirected_recovered':
    case 'written_off': {
      const wrong = misdirection(command, world, payouts);
      const later = kind === 'written_off' ? writeOff(command, work) : recovery(command, world, work);
      const operation = kind === 'misdirected_sent' ? wrong : (later ?? wrong);
      return operation;
    }
    case 'adjusted': {
      const refused = amountCents % 3n === 0n ? pickNewest(work.refused, partner) : undefined;
      if (refused !== undefined) return rightAmount(refused, amountCents);
      const own = accountsOf(world);
      const debit = pick(own, partner);
      const credit = pick([...own, ...HOUSE], account);
      return {
        kind,
        amountCents,
        ...(amountCents % 2n === 0n ? { debit, credit } : { debit: credit, credit: debit }),
      };
    }
  }
}

export const SENDER_IBAN = turkishIban(8_000_001);
export const ANOTHER_IBAN = turkishIban(8_000_002);

/** All that came, or any amount, which may be too much. Undefined if nothing was refused. */
function returnOf(
  { partner, account, ...command }: OperationCommand,
  work: WorkInProgress,
): OperationRequest | undefined {
  const refused = pickNewest(work.refused, partner);
  if (refused === undefined) return undefined;
  const { transactionId: refusedTransactionId, bankAccountId } = refused;
  const amountCents = account % 2 === 0 ? refused.amountCents : cents(command.amountCents);
  return {
    kind: 'returned_to_sender',
    refusedTransactionId,
    bankAccountId,
    amountCents,
    iban: SENDER_IBAN,
    ...AT_BANK,
  };
}

/** More or less came than was said at the refusal. */
function rightAmount(
  { transactionId: refusedTransactionId, bankAccountId }: RefusedDeposit,
  amountCents: Cents,
): OperationRequest {
  const [bank, unallocated] = [
    { kind: 'bank', bankAccountId },
    { kind: 'unallocated', bankAccountId },
  ] as const;
  const [debit, credit] = amountCents % 2n === 0n ? [bank, unallocated] : [unallocated, bank];
  return { kind: 'adjusted', debit, credit, amountCents, refusedTransactionId };
}
/** One in this many arrives short, with the fee that explains it. */
const SHORT_ONE_IN = 3n;

/**
 * Most arrivals have the full amount, at another account than the transfer left, or at that one if it comes back. With nothing in
 * transit, it sends a transfer instead.
 */
function arrival(
  { partner, account, ...command }: OperationCommand,
  world: World,
  work: WorkInProgress,
): OperationRequest {
  const isReturned = command.operation === 'internal_transfer_returned';
  const kind = isReturned ? 'internal_transfer_returned' : 'internal_transfer_arrived';
  const amountCents = cents(command.amountCents);
  const sent = pickNewest(work.sentTransfers, partner);
  const bankAccountId = pick(world.bankAccountIds, account);
  if (amountCents % WRONG_ONE_IN === 0n) {
    return { kind, bankAccountId, amountCents, sentOperationId: sent?.operationId ?? randomUUID() };
  }
  if (sent === undefined) return { kind: 'internal_transfer_sent', bankAccountId, amountCents, ...AT_BANK };
  const others = world.bankAccountIds.filter((id) => id !== sent.bankAccountId);
  const feeCents =
    amountCents % SHORT_ONE_IN === 0n && sent.amountCents > 1n
      ? cents((amountCents % (sent.amountCents - 1n)) + 1n)
      : ZERO_CENTS;
  return {
    kind,
    bankAccountId: others.length > 0 && !isReturned ? pick(others, account) : sent.bankAccountId,
    amountCents: subtractCents(sent.amountCents, feeCents),
    ...(feeCents === 0n ? {} : { feeCents }),
    sentOperationId: sent.operationId,
  };
}

const HOUSE: readonly AccountName[] = [
  { kind: 'bank_fees' },
  { kind: 'in_transit' },
  { kind: 'owner_funds' },
];

/** All except the reserved accounts: their money belongs to authorised withdrawals, and is never adjusted. */
function accountsOf({ partnerIds, bankAccountIds }: World): AccountName[] {
  return [
    ...partnerIds.flatMap((partnerId): AccountName[] => [
      { kind: 'partner_balance', partnerId },
      { kind: 'partner_commission', partnerId },
    ]),
    ...bankAccountIds.flatMap((bankAccountId): AccountName[] => [
      { kind: 'bank', bankAccountId },
      { kind: 'unallocated', bankAccountId },
    ]),
  ];
}
