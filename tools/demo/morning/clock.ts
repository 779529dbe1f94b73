/**
 * Everything above happens within seconds, and a morning takes hours. Two things are therefore moved back in time, by the owner of the
 * database and here alone:
 *
 * - what waits and nobody of ours has touched, so that the queue has an order and an age;
 * - deposits that nobody paid, so that their time is over and the use case closes them.
 *
 * What is decided keeps the time at which it was decided: the books, the events and the audit log have it too, and the audit log is
 * sealed. Ids keep their time as well, so a partner's list of a period may miss what was moved.
 */
import pg from 'pg';

export interface Moved {
  id: string;
  secondsBack: number;
}

/** The times of a transaction and of all that its player gave, by as much as is said of it. */
const MOVE_BACK = `
with moved as (
  select id, make_interval(secs => seconds) as back from unnest($1::uuid[], $2::float8[]) as moved (id, seconds)
), steps as (
  update transaction_step s set at = s.at - moved.back from moved where s.transaction_id = moved.id
), details as (
  update sender_detail d set created_at = d.created_at - moved.back, updated_at = d.updated_at - moved.back,
    sent_at = d.sent_at - moved.back
  from moved where d.transaction_id = moved.id
), receipts as (
  update receipt r set created_at = r.created_at - moved.back from moved where r.transaction_id = moved.id
)
update transaction t set created_at = t.created_at - moved.back, expires_at = t.expires_at - moved.back
from moved where t.id = moved.id`;

/** By itself: the trigger that keeps this table runs with the statement above. */
const MOVE_WAITING_BACK = `
update open_transaction o set waiting_since = o.waiting_since - make_interval(secs => moved.seconds)
from unnest($1::uuid[], $2::float8[]) as moved (id, seconds)
where o.transaction_id = moved.id and o.status = 'waiting_confirmation'`;

export async function moveBack(ownerUrl: string, moved: readonly Moved[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const values = [moved.map(({ id }) => id), moved.map(({ secondsBack }) => secondsBack)];
    await client.query(MOVE_BACK, values);
    await client.query(MOVE_WAITING_BACK, values);
  } finally {
    await client.end();
  }
}

/** The first of them has waited for so long, the last came a moment ago, and the others are spread between. */
export function spread(ids: readonly string[], { firstSeconds }: { firstSeconds: number }): Moved[] {
  return ids.map((id, index) => {
    const left = 1 - index / Math.max(ids.length, 1);
    // More of them came lately than long ago, as in any queue that is worked on.
    return { id, secondsBack: Math.round(firstSeconds * left * left) + 5 };
  });
}
