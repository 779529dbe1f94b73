import type { WebhookEvent } from '@vezne/sdk';
import type { Connection } from '../database.ts';

/**
 * Keeps the amounts of a verified event, to show them to the player. They are copied and never calculated: the service knows
 * the commission and who pays it, and a second calculation would sooner or later be a cent off. The balance is not made of
 * them (balance.ts).
 */
export function keepFigures(connection: Connection, event: WebhookEvent): void {
  connection.run(
    `insert into figures (transaction_id, reference, event, received_cents, commission_cents, player_cents, decided_at)
     values (?, ?, ?, ?, ?, ?, ?) ${event.event.endsWith('.approved') ? KEEP_LATER : REPLACE_EARLIER}`,
    event.transactionId,
    event.externalReference,
    event.event,
    event.actualAmountCents === null ? null : BigInt(event.actualAmountCents),
    BigInt(event.commissionCents),
    BigInt(event.playerAmountCents),
    event.occurredAt,
  );
}

/** An approval comes first, so whatever is already there was decided after it. */
const KEEP_LATER = 'on conflict (transaction_id) do nothing';

/** A correction or a returned payout. Of several, the latest counts, in whatever order they come. */
const REPLACE_EARLIER = `on conflict (transaction_id) do update set event = excluded.event,
    received_cents = excluded.received_cents, commission_cents = excluded.commission_cents,
    player_cents = excluded.player_cents, decided_at = excluded.decided_at
  where excluded.decided_at >= figures.decided_at`;
