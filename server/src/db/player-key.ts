/** A player is known within a partner. In the day's sums they are named by both. */
export function playerKey({ partnerId, customerId }: { partnerId: string; customerId: string }): string {
  return `${partnerId} ${customerId}`;
}

/** The same of a row of transactions. */
export function playerKeySql(alias: string): string {
  return `${alias}.partner_id || ' ' || ${alias}.customer_id`;
}
