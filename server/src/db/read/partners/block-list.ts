/** Blocks as people look for them, page by page. */
import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { BlockRecord } from './blocked-parties.ts';

export interface ListedBlock extends Omit<BlockRecord, 'isLive' | 'blockedById'> {
  state: 'live' | 'expired' | 'removed';
  /** A request to end it waits for a second person. */
  isRemovalAsked: boolean;
}

interface BlockSearch {
  state: 'live' | 'over';
  kind: BlockRecord['kind'] | null;
  partnerId: string | null;
  /** How a player's id begins, or the last four digits of an IBAN. */
  text: string | null;
  /** The block after which the page begins. */
  before: string | null;
}

const IS_LIVE = `b.ended_at is null and (b.expires_at is null or b.expires_at > now())`;

const BLOCKS = `
select b.id, b.kind, b.partner_id as "partnerId", p.name as "partnerName", b.customer_id as "customerId", b.iban, b.reason,
  b.expires_at as "expiresAt", b.blocked_by as "blockedBy", b.created_at as "createdAt", b.ended_at as "endedAt",
  b.ended_by as "endedBy",
  case when ${IS_LIVE} then 'live' when b.ended_at < coalesce(b.expires_at, 'infinity') then 'removed' else 'expired' end as state,
  exists (
    select from second_person_request r where r.status = 'open' and r.expires_at > now()
    and r.subject_type = 'block' and r.subject_id = b.id::text
  ) as "isRemovalAsked"
from blocked_party b left join partner p on p.id = b.partner_id`;

/** Ids of presses tell nothing of time, so the newest is known by its time. */
const SEARCH_SQL = `${BLOCKS}
where (${IS_LIVE}) = $1 and ($2::text is null or b.kind = $2) and ($3::uuid is null or b.partner_id = $3)
  and ($4::text is null or starts_with(lower(b.customer_id), lower($4)) or (length($4) = 4 and right(b.iban, 4) = upper($4)))
  and ($5::uuid is null or (b.created_at, b.id) < (select c.created_at, c.id from blocked_party c where c.id = $5))
order by b.created_at desc, b.id desc limit $6`;

/** The newest first. */
export async function searchBlocks(
  pool: pg.Pool,
  { state, kind, partnerId, text, before }: BlockSearch,
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<ListedBlock[]> {
  const values = [state === 'live', kind, partnerId, text, before, limit];
  return await runRead<ListedBlock>(pool, { text: SEARCH_SQL, values }, options);
}

export async function findListedBlock(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<ListedBlock | undefined> {
  const [block] = await runRead<ListedBlock>(
    pool,
    { text: `${BLOCKS} where b.id = $1`, values: [id] },
    options,
  );
  return block;
}
