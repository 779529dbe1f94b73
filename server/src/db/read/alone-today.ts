/** What one hand alone decided today for a subject: see decided_alone. */
export function aloneTodaySql(kind: string, subject: string): string {
  return `select sum_cents from decided_alone
    where day = (now() at time zone 'Europe/Istanbul')::date and kind = ${kind} and subject = ${subject}`;
}
