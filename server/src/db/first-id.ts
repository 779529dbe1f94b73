/**
 * The lowest id of a time: a uuidv7 begins with its milliseconds. Ids carry the clocks of our processes and times in rows that of
 * PostgreSQL, so leave some room where the exact moment matters. `ids.firstIdAt` is the same outside of SQL.
 */
export function firstIdSql(time: string): string {
  return `(lpad(to_hex(floor(date_part('epoch', ${time}) * 1000)::int8), 12, '0') || '00000000000000000000')::uuid`;
}
