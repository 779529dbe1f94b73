import pg from 'pg';
import type { SettlementMode, Terms } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import { createPool } from '../../server/src/db/pool.ts';
import { createLogger } from '../../server/src/log.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import type { Databases, GrowthRole } from './databases.ts';

/** What a slice draws from: the same number of each, at every size. */
const SAMPLED = 20_000;

/** A transaction that the history has. */
export interface KnownTransaction {
  id: string;
  partnerId: string;
  externalReference: string;
  customerId: string;
}

/** A database that is measured, with what its operations need to know of it. */
export interface Subject {
  transactions: number;
  owner: pg.Pool;
  /** One connection each, so that there is one process to measure. */
  api: pg.Pool;
  console: pg.Pool;
  worker: pg.Pool;
  /** In no order, from all of the history. */
  known: readonly KnownTransaction[];
  termsOf: ReadonlyMap<string, Terms>;
  bankAccountIds: readonly string[];
  /** An endpoint of a partner, with the number of its last event. */
  endpoints: readonly { id: string; lastFeedNo: number }[];
}

/** The server stops before its clients notice, which they would warn of. */
const log = createLogger({ level: 'error', name: 'growth' });

export async function openSubject(
  disposal: AsyncDisposableStack,
  { urlOf }: Databases,
  transactions: number,
): Promise<Subject> {
  const owner = new pg.Pool({ connectionString: urlOf(transactions), max: 2 });
  owner.on('error', () => undefined);
  owner.on('connect', (client) => client.on('error', () => undefined));
  disposal.defer(async () => await owner.end());
  // The few players of a short history get more approved in one day than a person may approve alone.
  await owner.query('update platform_settings set four_eyes_cents = 999999999999');
  const poolOf = (role: GrowthRole): pg.Pool => {
    const pool = createPool({
      url: urlOf(transactions, role),
      maxConnections: 1,
      applicationName: 'growth',
      log,
    });
    // A session keeps its plans and its caches, and its process, from slice to slice.
    pool.options.idleTimeoutMillis = 0;
    disposal.defer(async () => await pool.end());
    return pool;
  };
  const [api, console, worker] = [poolOf('vezne_api'), poolOf('vezne_console'), poolOf('vezne_worker')];
  return {
    transactions,
    owner,
    api,
    console,
    worker,
    known: await sampleKnown(owner),
    termsOf: await readTerms(owner),
    bankAccountIds: (await owner.query<{ id: string }>('select id from bank_account')).rows.map(
      ({ id }) => id,
    ),
    endpoints: await makeEndpoints(owner),
  };
}

/** Whole pages are drawn, more than enough of them, and shuffled: neighbours must not be read after each other. */
async function sampleKnown(owner: pg.Pool): Promise<KnownTransaction[]> {
  const { rows: counted } = await owner.query<{ count: string }>(
    `select reltuples::int8 as count from pg_class where oid = 'transaction'::regclass`,
  );
  const percent = Math.min(100, (100 * 1.2 * SAMPLED) / Math.max(1, Number(counted[0]?.count)));
  const { rows } = await owner.query<KnownTransaction>(
    `select id, partner_id as "partnerId", external_reference as "externalReference", customer_id as "customerId"
     from transaction tablesample system (${percent}) where original_transaction_id is null and status in ('approved', 'rejected')
     order by random() limit ${SAMPLED}`,
  );
  return rows;
}

async function readTerms(owner: pg.Pool): Promise<Map<string, Terms>> {
  const { rows } = await owner.query<{
    partnerId: string;
    basisPoints: number;
    fixedCents: string;
    mode: SettlementMode;
  }>(
    `select partner_id as "partnerId", basis_points as "basisPoints", fixed_cents as "fixedCents", settlement_mode as mode
     from partner_terms where direction = 'deposit'`,
  );
  return new Map(
    rows.map(({ partnerId, basisPoints, fixedCents, mode }) => [
      partnerId,
      { basisPoints, fixedCents: cents(BigInt(fixedCents)), mode },
    ]),
  );
}

async function makeEndpoints(owner: pg.Pool): Promise<Subject['endpoints']> {
  const { rows } = await owner.query<{ partnerId: string; lastFeedNo: number }>(
    `select partner_id as "partnerId", last_no::float8 as "lastFeedNo" from event_feed`,
  );
  const endpoints: { id: string; lastFeedNo: number }[] = [];
  for (const { partnerId, lastFeedNo } of rows) {
    const url = `https://shop.example/hooks/${Date.now()}/${partnerId}`;
    endpoints.push({ id: (await insertEndpoint(owner, { partnerId, url })).id, lastFeedNo });
  }
  return endpoints;
}
