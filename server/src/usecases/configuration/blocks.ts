import type { BlockRow } from '../../db/read/partners/configuration.ts';

/** Which players and IBANs are blocked. A block ends at its own time, which is compared with the time of each question. */
export interface Blocks {
  isPlayerBlocked(player: { partnerId: string; customerId: string }, nowMs: number): boolean;
  isIbanBlocked(iban: string, nowMs: number): boolean;
}

export function toBlocks(rows: readonly BlockRow[]): Blocks {
  const ends = new Map(rows.map((row) => [keyOf(row), row.expiresAt?.getTime() ?? Infinity]));
  const isBlocked = (key: string, nowMs: number): boolean => nowMs < (ends.get(key) ?? -Infinity);
  return {
    isPlayerBlocked: ({ partnerId, customerId }, nowMs) =>
      isBlocked(keyOf({ partnerId, subject: customerId }), nowMs),
    isIbanBlocked: (iban, nowMs) => isBlocked(keyOf({ partnerId: null, subject: iban }), nowMs),
  };
}

/** All ids of partners have the same length, so no player's key is another's. */
function keyOf({ partnerId, subject }: Pick<BlockRow, 'partnerId' | 'subject'>): string {
  return `${partnerId ?? 'iban'} ${subject}`;
}
