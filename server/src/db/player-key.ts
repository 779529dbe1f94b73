/** A player is known within a partner. In the day's sums they are named by both. */
export function playerKey({ partnerId, customerId }: { partnerId: string; customerId: string }): string {
  return `${partnerId} ${customerId}`;
}

/** The same of a row of transactions. */
export function playerKeySql(alias: string): string {
  return `${alias}.partner_id || ' ' || ${alias}.customer_id`;
}

/** The key by which an index finds what a player did on a day. It may be another player's too, so compare the columns as well. */
export function playerDayKeySql({
  partnerId,
  customerId,
  day,
}: {
  partnerId: string;
  customerId: string;
  day: string;
}): string {
  return `player_day_key(${partnerId}, ${customerId}, ${day})`;
}

/** The days between two times, as they are counted in the keys above. */
export function turkishDaysSql(from: string, to: string): string {
  return `generate_series(turkish_day_number(${from}), turkish_day_number(${to}))`;
}

/** As the index has it. */
export function ownPlayerDayKeySql(alias: string): string {
  const own = (column: string): string => `${alias}.${column}`;
  const day = `turkish_day_number(${own('created_at')})`;
  return playerDayKeySql({ partnerId: own('partner_id'), customerId: own('customer_id'), day });
}
