import type { CreateDepositInput } from '@vezne/sdk';
import type { Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { decimalOf } from './amounts.ts';
import { addPayment } from './payments.ts';

/** Stores what the player asks for. No money moves: only webhooks do that. False if it was stored before. */
export async function beginDeposit(
  { database, config }: Shop,
  {
    player,
    reference,
    amountCents,
    language,
  }: { player: Player; reference: string; amountCents: bigint; language: 'tr' | 'en' },
): Promise<boolean> {
  const request: CreateDepositInput = {
    amount: decimalOf(amountCents),
    currency: 'TRY',
    externalReference: reference,
    // The payment page greets the player in the language of ours, whatever the browser prefers.
    language,
    redirectUrl: `${config.publicUrl}/return`,
    customer: { id: player.id, username: player.username, fullName: player.full_name },
  };
  return await database.transaction((connection) =>
    addPayment(connection, {
      reference,
      kind: 'deposit',
      player_id: player.id,
      amount_cents: amountCents,
      request,
    }),
  );
}
