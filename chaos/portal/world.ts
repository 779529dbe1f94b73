import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { seedHistory } from '../../bench/seed/history.ts';
import { referenceCodeAt } from '@vezne/domain/reference-code';
import { closeMonths } from '../../server/src/usecases/partner-statements/close-months.ts';
import { countDays } from '../../server/src/usecases/partner-statements/count-days.ts';
import { countDecidedDays } from '../../server/src/usecases/partner-statements/count-decided-days.ts';
import { createReferenceRound } from '../../server/src/usecases/deposits/reference-codes.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { testKeys } from '../../server/test/harness/keys.ts';
import { insertPartnerPerson, startTestPortal } from '../../server/test/harness/portal.ts';
import type { PortalBrowser } from '../../server/test/harness/portal.ts';
import { furnishOffice } from './office.ts';
import { insertWebhooks } from './webhooks.ts';
import type { ViewedWebhooks } from './webhooks.ts';

export interface ViewedPartner {
  name: string;
  id: string;
  transactions: number;
  webhooks: ViewedWebhooks;
  /** A statement that is ready. */
  fileId: string;
  /** An owner, signed in. */
  page: PortalBrowser;
}

export interface PortalWorld {
  owner: pg.Pool;
  partners: ViewedPartner[];
  /** How long it took to write all this. */
  seededSeconds: number;
}

/** As a worker notes them. All have one name, which is the worst that can be searched for. */
const NAMES_SQL = `
insert into player_name
select partner_id, customer_id, customer_id, 'Ayşe Işık', replace(customer_id, '-', ' '), 'ayse isik', min(created_at), max(created_at),
  (array_agg(id order by id desc))[1]
from transaction group by partner_id, customer_id`;

/** A portal on a long history: people of the partner with half of it, of one whose deposits all went well, and of one with a thousandth. */
export async function openPortalWorld(
  t: TestContext,
  { transactions, say }: { transactions: number; say: (line: string) => void },
): Promise<PortalWorld> {
  const startedMs = performance.now();
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { large, steady, small } = await seedHistory(owner, {
    transactions,
    references: 'random',
    // At each of six partners.
    players: Math.round(transactions / 20),
    say,
  });
  const { rowCount } = await owner.query(NAMES_SQL);
  say(`${rowCount} players have names`);
  await owner.query('vacuum (analyze) player_name');
  // Months are closed from the first that a partner has.
  await owner.query(
    'update partner p set created_at = coalesce((select min(t.created_at) from transaction t where t.partner_id = p.id), p.created_at)',
  );
  await countAsWorker(database.pool('vezne_worker'), say);
  const { browser } = await startTestPortal(t, { database });
  const partners: ViewedPartner[] = [];
  for (const [name, { id }] of Object.entries({ large, steady, small })) {
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::int4 as count from transaction where partner_id = $1',
      [id],
    );
    const webhooks = await insertWebhooks(owner, id);
    say(`${name}: ${webhooks.parked} events were given up, and ${webhooks.pending} are still tried`);
    const person = await insertPartnerPerson(owner, { partnerId: id });
    const fileId = await furnishOffice(owner, { partnerId: id, personId: person.id });
    const page = browser();
    const answer = await page.signIn(person);
    if (answer.status !== 200) throw new Error(`Nobody could sign in: ${answer.text}`);
    partners.push({ name, id, transactions: rows[0]?.count ?? 0, webhooks, fileId, page });
  }
  // As autovacuum does within a minute.
  await owner.query(
    'vacuum (analyze) webhook_delivery, webhook_attempt, webhook_endpoint, partner_statement',
  );
  const seededSeconds = (performance.now() - startedMs) / 1_000;
  say(`all of it is written in ${seededSeconds.toFixed(0)} s; now everything is asked`);
  return { owner, partners, seededSeconds };
}

/** Days and months, as a worker counts and closes them. */
async function countAsWorker(worker: pg.Pool, say: (line: string) => void): Promise<void> {
  const movements = await countDays(worker);
  const months = await closeMonths(worker, { afterSeconds: 0 });
  const decided = await countDecidedDays(worker);
  for (const { left } of [movements, months, decided]) assert.deepEqual(left, []);
  say(
    `${movements.counted} movements and ${decided.counted} days are counted, ${months.closed} months are closed`,
  );
}

/** What can be looked for at a partner, from the middle of its history. */
export async function knownOf(
  { owner }: PortalWorld,
  { id, transactions }: ViewedPartner,
): Promise<{ id: string; reference: string; code: string; customerId: string }> {
  const { rows } = await owner.query<{ id: string; reference: string; number: bigint; customerId: string }>(
    `select id, external_reference as reference, reference_number as number, customer_id as "customerId" from transaction
     where partner_id = $1 and reference_number is not null and id >= (
       select id from transaction where partner_id = $1 order by id offset $2 limit 1
     ) order by id limit 1`,
    [id, Math.floor(transactions / 2)],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('The partner has no deposit.');
  const code = referenceCodeAt(Number(found.number), createReferenceRound(testKeys.referenceCodeKey));
  await owner.query('update transaction set reference_code = $2 where id = $1', [found.id, code]);
  return { ...found, code };
}
