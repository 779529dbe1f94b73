import { randomUUID } from 'node:crypto';
import type { AccountName } from '@vezne/domain/accounts';
import { cents } from '@vezne/domain/money';
import type { OperationRequest } from '../../server/src/usecases/ledger/operation.ts';
import type { OperationCommand } from './command.ts';
import { pick, pickNewest } from './pick.ts';
import type { WorkInProgress } from './work-in-progress.ts';
import type { World } from './world.ts';

/** One in this many arrivals has a different amount from the one that was sent. */
const WRONG_ONE_IN = 8n;

/** What the bank shows is always enough, because the books begin with nothing. */
const AT_BANK = { bankBalanceCents: cents(1_000_000_000n) };

/** The operation that a command asks for. An arrival depends on what is in transit. */
export function operationOf(command: OperationCommand, world: World, work: WorkInProgress): OperationRequest {
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
      return arrival(command, world, work);
    case 'adjusted': {
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

/**
 * Most arrivals have the full amount, at another account than the transfer left. With nothing in transit, it sends a
 * transfer instead.
 */
function arrival(
  { partner, account, ...command }: OperationCommand,
  world: World,
  work: WorkInProgress,
): OperationRequest {
  const kind = 'internal_transfer_arrived';
  const amountCents = cents(command.amountCents);
  const sent = pickNewest(work.sentTransfers, partner);
  const bankAccountId = pick(world.bankAccountIds, account);
  if (amountCents % WRONG_ONE_IN === 0n) {
    return { kind, bankAccountId, amountCents, sentOperationId: sent?.operationId ?? randomUUID() };
  }
  if (sent === undefined) return { kind: 'internal_transfer_sent', bankAccountId, amountCents, ...AT_BANK };
  const others = world.bankAccountIds.filter((id) => id !== sent.bankAccountId);
  return {
    kind,
    bankAccountId: others.length > 0 ? pick(others, account) : sent.bankAccountId,
    amountCents: sent.amountCents,
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
