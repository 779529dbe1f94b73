import type pg from 'pg';
import { runRead, runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** An endpoint that this process owns now, and up to where its events are done. */
export interface ClaimedEndpoint {
  endpointId: string;
  /** What is written under this number is written by this very claim. */
  claimNo: number;
  position: number;
}

/**
 * The endpoints that keep somebody busy: owned, or with something to send and nobody to send it. Each living worker that does not stop
 * has an equal share of them, rounded up. $1 is the one that asks, and $2 are the endpoints that it knows to be its own. It may have more without knowing:
 * the answer to a claim may get lost. Whether an exception is due is looked up for each: with `exists` the planner read those
 * of all endpoints. No lease is longer than two minutes: one that seems to be was made before the clock went back, by a worker that says so anew
 * within a second if it lives.
 */
const BUSY = `
living as materialized (
  select id, takes_more from living_process where kind = 'worker' and alive_until > now() and alive_until <= now() + interval '2 minutes'
), busy as materialized (
  select w.id, w.claim_no, is_forgotten, living.id is null or is_forgotten as is_free,
    coalesce(living.id = $1, false) and not is_forgotten as is_mine
  from webhook_endpoint w join event_feed feed on feed.partner_id = w.partner_id left join living on living.id = w.owner_id
  cross join lateral (select coalesce(living.id = $1, false) and w.id <> all ($2::uuid[]) as is_forgotten) as mine
  where living.id is not null or (w.status = 'active' and (feed.last_no > w.last_feed_no or (
    select true from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending' and d.next_attempt_at <= now() limit 1
  )))
), share as materialized (
  select ceil(count(*)::float8 / greatest((select count(*) from living where takes_more), 1))::int4 as fair,
    count(*) filter (where is_mine)::int4 as mine
  from busy
)`;

/**
 * Takes free endpoints up to the fair share, and first what is its own without its knowing: nobody else can take that. A row that changed hands since it was looked at has another number, and is left out.
 */
export const CLAIM_SQL = `
with ${BUSY}, free as materialized (
  select w.id from busy join webhook_endpoint w on w.id = busy.id
  where busy.is_free and w.claim_no = busy.claim_no and w.id <> all ($3::uuid[])
  order by busy.is_forgotten desc, w.id
  limit (select greatest(fair - mine, (select count(*) from busy where is_forgotten and id <> all ($3::uuid[]))) from share)
  for no key update of w skip locked
)
update webhook_endpoint w set owner_id = $1, claim_no = w.claim_no + 1 from free where w.id = free.id and exists (select from living where id = $1)
returning w.id as "endpointId", w.claim_no::float8 as "claimNo", w.last_feed_no::float8 as position`;

export interface Claimant {
  ownerId: string;
  ownedIds: readonly string[];
}

/** `except`: endpoints that this process can't deliver to. */
export async function claimEndpoints(
  pool: pg.Pool,
  { ownerId, ownedIds, except }: Claimant & { except: readonly string[] },
  options: StatementOptions,
): Promise<ClaimedEndpoint[]> {
  const query = { name: 'claim-endpoints', text: CLAIM_SQL, values: [ownerId, ownedIds, except] };
  return await runWrite<ClaimedEndpoint>(pool, query, options);
}

const SURPLUS_SQL = `with ${BUSY} select greatest(mine - fair, 0) as surplus from share`;

/** How many endpoints this process has above its fair share. */
export async function readSurplus(
  pool: pg.Pool,
  { ownerId, ownedIds }: Claimant,
  options: StatementOptions,
): Promise<number> {
  const query = { name: 'endpoint-surplus', text: SURPLUS_SQL, values: [ownerId, ownedIds] };
  const [row] = await runRead<{ surplus: number }>(pool, query, options);
  return row?.surplus ?? 0;
}

/** A row that somebody keeps locked holds up nobody else's. */
const RELEASE_SQL = `
with given as materialized (
  select w.id, w.claim_no from webhook_endpoint w join unnest($1::uuid[], $2::int8[]) as given (endpoint_id, claim_no)
    on w.id = given.endpoint_id and w.claim_no = given.claim_no
), unlocked as materialized (
  select w.id from webhook_endpoint w join given on w.id = given.id and w.claim_no = given.claim_no
  order by w.id for no key update of w skip locked
), released as (
  update webhook_endpoint w set owner_id = null, claim_no = w.claim_no + 1 from unlocked where w.id = unlocked.id
)
select id as "endpointId" from given where id not in (select id from unlocked)`;

/** Lets endpoints go. Another worker may take them at once. Returns those that are locked at this moment, and still owned. */
export async function releaseEndpoints(
  pool: pg.Pool,
  given: readonly Pick<ClaimedEndpoint, 'endpointId' | 'claimNo'>[],
  options: StatementOptions,
): Promise<Set<string>> {
  const values = [given.map(({ endpointId }) => endpointId), given.map(({ claimNo }) => claimNo)];
  const query = { name: 'release-endpoints', text: RELEASE_SQL, values };
  const locked = await runWrite<{ endpointId: string }>(pool, query, options);
  return new Set(locked.map(({ endpointId }) => endpointId));
}
