/** The product's database on the cluster: migrated, with two partners, accounts that can pay, and an endpoint for webhooks. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { PROCESS_ROLES } from '../../server/test/harness/database.ts';
import type { ProcessRole } from '../../server/test/harness/database.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import type { TestPartner } from '../../server/test/harness/factories.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { HUB_ADDRESS } from './cluster.ts';
import type { Place } from './cluster.ts';

/** HAProxy leads from here to the node that writes. */
const PORT = 5000;
const DATABASE = 'vezne';

/** Of everything that uses this database. */
export const CLUSTER_ENV = { VEZNE_DATABASE_STANDBYS: '2' } as const;

export interface Installation {
  urlOf: (role: ProcessRole) => string;
  /** Of the owner: for what the run itself asks. */
  owner: pg.Pool;
  partner: TestPartner;
  /** It will be paused when its deposits exist. */
  paused: TestPartner;
  bankAccountId: string;
  /** Of the endpoint. */
  webhookSecret: string;
}

export async function install(
  { directory }: Place,
  { webhookUrl }: { webhookUrl: string },
): Promise<Installation> {
  const address = (user: string, password: string, database: string): string =>
    `postgres://${user}:${encodeURIComponent(password)}@${HUB_ADDRESS}:${PORT}/${database}`;
  const ownerPassword = readFileSync(join(directory, 'password'), 'utf8').trim();
  const rolePassword = randomBytes(18).toString('base64url');
  const urlOf = (role: ProcessRole): string => address(role, rolePassword, DATABASE);
  await createDatabase(address('postgres', ownerPassword, 'postgres'));
  const ownerUrl = address('postgres', ownerPassword, DATABASE);
  await migrate({ databaseUrl: ownerUrl, roleUrls: PROCESS_ROLES.map(urlOf) });

  const owner = createPool({
    url: ownerUrl,
    maxConnections: 2,
    applicationName: 'chaos',
    log: silentLog,
    // It asks whether the standbys confirm, also while none does.
    mayBeUnproven: true,
  });
  // With the rate that the product gives to a partner, so that a refusal for a rate that it does not have is seen.
  const asUsual = { requestsPerSecond: null };
  const [partner, paused] = [await insertPartner(owner, asUsual), await insertPartner(owner, asUsual)];
  const { id: bankAccountId } = await insertBankAccount(owner);
  await insertBankAccount(owner);
  // Enough for every payout: what is short of money is another test's affair.
  await owner.query('update partner set credit_line_cents = 100000000000');
  await owner.query('update bank_account set tolerance_cents = 100000000000');
  const { secret: webhookSecret } = await insertEndpoint(owner, { partnerId: partner.id, url: webhookUrl });
  return { urlOf, owner, partner, paused, bankAccountId, webhookSecret };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
