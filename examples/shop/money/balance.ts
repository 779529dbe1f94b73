import type { Connection, Value } from '../database.ts';

export function balanceOf(connection: Connection, playerId: string): bigint {
  const [row] = connection.rows<{ balance: bigint }>(
    'select coalesce(sum(amount_cents), 0) as balance from entry where player_id = ?',
    playerId,
  );
  return row?.balance ?? 0n;
}

export interface Entry {
  playerId: string;
  reference: string;
  amountCents: bigint;
}

/** Takes the money of a withdrawal from the player, before the request goes to the service. */
export function deductWithdrawal(connection: Connection, { playerId, reference, amountCents }: Entry): void {
  connection.run(
    'insert into entry (source, player_id, reference, amount_cents) values (?, ?, ?, ?)',
    `withdrawal ${reference}`,
    playerId,
    reference,
    -amountCents,
  );
}

/**
 * Refunds a withdrawal, after a refusal of the request or a webhook, whichever comes first. A second call changes nothing.
 */
export function refundWithdrawal(connection: Connection, { playerId, reference, amountCents }: Entry): void {
  connection.run(
    `insert into entry (source, player_id, reference, amount_cents) values (?, ?, ?, ?)
     on conflict (source) do nothing`,
    `refund ${reference}`,
    playerId,
    reference,
    amountCents,
  );
}

/** What one transfer brought, and when the service decided so. */
export interface DepositCredit extends Entry {
  transactionId: string;
  decidedAt: string;
}

/** Adds what came. If there is already an entry for this transfer, a correction was faster, and it stays. */
export function creditDeposit(connection: Connection, credit: DepositCredit): void {
  connection.run(`${INSERT_CREDIT} on conflict (source) do nothing`, ...valuesOf(credit));
}

/** Replaces the earlier amount with the right one. Of several corrections the latest counts, in whatever order they come. */
export function correctDeposit(connection: Connection, credit: DepositCredit): void {
  connection.run(
    `${INSERT_CREDIT} on conflict (source)
       do update set amount_cents = excluded.amount_cents, decided_at = excluded.decided_at
       where excluded.decided_at >= entry.decided_at`,
    ...valuesOf(credit),
  );
}

const INSERT_CREDIT =
  'insert into entry (source, player_id, reference, amount_cents, decided_at) values (?, ?, ?, ?, ?)';

function valuesOf({ transactionId, playerId, reference, amountCents, decidedAt }: DepositCredit): Value[] {
  return [`deposit ${transactionId}`, playerId, reference, amountCents, decidedAt];
}
