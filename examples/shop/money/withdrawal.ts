import type { CreateWithdrawalInput } from '@vezne/sdk';
import type { Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { decimalOf } from './amounts.ts';
import { balanceOf, deductWithdrawal } from './balance.ts';
import { addPayment, findPayment } from './payments.ts';
import type { Payment } from './payments.ts';

interface WithdrawalRequest {
  player: Player;
  reference: string;
  amountCents: bigint;
  account: CreateWithdrawalInput['withdrawalAccount'];
}

/**
 * Takes the money from the balance and stores the request, in one transaction, before the service gets it. So money on its
 * way out cannot be spent, and a shop that is killed now sends the request after its next start.
 */
export async function beginWithdrawal(
  { database }: Shop,
  { player, reference, amountCents, account }: WithdrawalRequest,
): Promise<'begun' | 'begun before' | 'not enough'> {
  const request: CreateWithdrawalInput = {
    amount: decimalOf(amountCents),
    currency: 'TRY',
    externalReference: reference,
    customer: { id: player.id, username: player.username, fullName: player.full_name },
    withdrawalAccount: account,
  };
  const payment = {
    reference,
    kind: 'withdrawal',
    player_id: player.id,
    amount_cents: amountCents,
    request,
  } as const;
  return await database.transaction((connection) => {
    // This comes first: when a form is sent again, the money is already gone, because the first time took it.
    if (findPayment(connection, reference) !== undefined) return 'begun before';
    if (balanceOf(connection, player.id) < amountCents) return 'not enough';
    addPayment(connection, payment);
    deductWithdrawal(connection, { playerId: player.id, reference, amountCents });
    return 'begun';
  });
}

/** Where the money of a withdrawal goes, as it was sent to the service. */
export function payoutAccountOf({ request }: Payment): CreateWithdrawalInput['withdrawalAccount'] {
  return (JSON.parse(request) as CreateWithdrawalInput).withdrawalAccount;
}
