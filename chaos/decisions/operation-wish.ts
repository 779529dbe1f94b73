import { randomUUID } from 'node:crypto';
import type { AccountName } from '@vezne/domain/accounts';
import { cents } from '@vezne/domain/money';
import type { OperationWish } from '../../server/src/usecases/ledger/operation.ts';
import { newest, pick } from './board.ts';
import type { Board } from './board.ts';
import type { OperationCommand } from './command.ts';
import type { World } from './world.ts';

/** One in so many arrivals has an amount of its own, and not what was sent. */
const WRONG_ONE_IN = 8n;

/** The operation that a command asks for, by what the board shows. */
export function operationWish(command: OperationCommand, world: World, board: Board): OperationWish {
  const { operation: kind, partner, account } = command;
  const bankAccountId = pick(world.bankAccountIds, account);
  const amountCents = cents(command.amountCents);
  switch (kind) {
    case 'topped_up':
    case 'settled_to_partner':
      return { kind, partnerId: pick(world.partnerIds, partner), bankAccountId, amountCents };
    case 'bank_fee_charged':
    case 'internal_transfer_sent':
      return { kind, bankAccountId, amountCents };
    case 'internal_transfer_arrived':
      return arrival(command, world, board);
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

/** Whole and at another account than it left, most of the time; while nothing is on its way, something is sent. */
function arrival(
  { partner, account, ...command }: OperationCommand,
  world: World,
  board: Board,
): OperationWish {
  const kind = 'internal_transfer_arrived';
  const amountCents = cents(command.amountCents);
  const sent = newest(board.sent, partner);
  const bankAccountId = pick(world.bankAccountIds, account);
  if (amountCents % WRONG_ONE_IN === 0n) {
    return { kind, bankAccountId, amountCents, sentOperationId: sent?.operationId ?? randomUUID() };
  }
  if (sent === undefined) return { kind: 'internal_transfer_sent', bankAccountId, amountCents };
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

/** All but what is set aside: that belongs to the authorised withdrawals, and an adjustment of it would be a mistake. */
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
