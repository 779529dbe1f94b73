import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { VersionedKeys } from '../../config/keys.ts';
import { readRegisteredKeys } from '../../db/read/installation/key-fingerprints.ts';
import { readCredentialUse, readWebhookSecretUse } from '../../db/read/installation/key-usage.ts';
import type { KeyUse } from '../../db/read/installation/key-usage.ts';
import { readOtherVersions } from '../../db/read/installation/sealed-secrets.ts';
import type { SealedRow } from '../../db/read/installation/sealed-secrets.ts';
import type { SealedTable } from '../../db/sealed-tables.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { replaceSealed } from '../../db/write/installation/sealed-secrets.ts';
import type { ResealedRow } from '../../db/write/installation/sealed-secrets.ts';
import { createSealedSecrets } from '../../keys/sealed-secrets.ts';
import type { AdminContext } from '../admin-context.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';

export interface ResealContext extends AdminContext {
  pool: pg.Pool;
  secretKeys: VersionedKeys;
}

export interface Resealed {
  toVersion: number;
  credentials: number;
  webhookSecrets: number;
  /** Ids of rows that no key opens. They are left as they are. */
  unreadable: string[];
  /** How many live secrets are still of another version: unreadable ones, and those that somebody held or made meanwhile. */
  left: number;
}

/** A transaction of this size holds its rows for some milliseconds. */
const BATCH_SIZE = 100;
/** A row that is locked is passed over. Rotations hold one for milliseconds, so few rounds find all of them free. */
const ROUNDS = 5;
const PAUSE_MS = 200;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Who opens what, and so needs the new version before it is used. */
const OPENED_BY = { credential: 'vezne_api', webhook_secret: 'vezne_worker' } as const;

/**
 * Seals all live secrets with the current version of the key. It may end at any moment and be run again: every batch is a
 * transaction, and a row is moved only if it is as it was read. The audit entry is written with the first batch, and says what the
 * run set out to do.
 */
export async function resealSecrets(
  context: ResealContext,
  onBatch: (moved: number, total: number) => void,
): Promise<Resealed> {
  const { pool, secretKeys } = context;
  refuseUnlessMay(context.actor, 'keys.reseal');
  const toVersion = secretKeys.current;
  const planned = await readOthers(pool, toVersion);
  const total = sum(planned.credential) + sum(planned.webhook_secret);
  await refuseUnprepared(pool, secretKeys, planned);
  const moved = { credential: 0, webhook_secret: 0 };
  const unreadable = new Set<string>();
  const run = createRun(context, planned);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await sleep(PAUSE_MS);
    for (const table of ['credential', 'webhook_secret'] as const) {
      for await (const batch of batchesOf(pool, { table, version: toVersion })) {
        moved[table] += await run.moveBatch(table, batch, unreadable);
        onBatch(moved.credential + moved.webhook_secret, total);
      }
    }
    if ((await countLeft(pool, toVersion)) <= unreadable.size) break;
  }
  return {
    toVersion,
    credentials: moved.credential,
    webhookSecrets: moved.webhook_secret,
    unreadable: [...unreadable],
    left: await countLeft(pool, toVersion),
  };
}

type Others = Readonly<Record<SealedTable, readonly KeyUse[]>>;

async function readOthers(pool: pg.Pool, toVersion: number): Promise<Others> {
  const isOther = ({ version }: KeyUse): boolean => version !== toVersion;
  return {
    credential: (await readCredentialUse(pool)).filter(isOther),
    webhook_secret: (await readWebhookSecretUse(pool)).filter(isOther),
  };
}

async function countLeft(pool: pg.Pool, toVersion: number): Promise<number> {
  const others = await readOthers(pool, toVersion);
  return sum(others.credential) + sum(others.webhook_secret);
}

function sum(uses: readonly KeyUse[]): number {
  return uses.reduce((total, { count }) => total + count, 0);
}

/** Nothing is moved unless we can open it, and unless those who open it later have the new version. */
async function refuseUnprepared(pool: pg.Pool, keys: VersionedKeys, others: Others): Promise<void> {
  const unopened = [...others.credential, ...others.webhook_secret].find(
    ({ version }) => !keys.byVersion.has(version),
  );
  if (unopened !== undefined) throw refused('key_version_missing', { version: unopened.version });
  const registered = await readRegisteredKeys(pool);
  const target = registered.find(({ purpose, version }) => purpose === 'secret' && version === keys.current);
  for (const table of ['credential', 'webhook_secret'] as const) {
    const role = OPENED_BY[table];
    if (others[table].length > 0 && !target?.heldBy.includes(role))
      throw refused('key_not_started_with', { version: keys.current, role });
  }
}

async function* batchesOf(
  pool: pg.Pool,
  { table, version }: { table: SealedTable; version: number },
): AsyncGenerator<SealedRow[]> {
  let after = BEFORE_ALL_IDS;
  for (;;) {
    const batch = await readOtherVersions(pool, { table, version, after, limit: BATCH_SIZE });
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    after = last.id;
  }
}

function createRun({ db, actor, secretKeys }: ResealContext, planned: Others) {
  const sealedSecrets = createSealedSecrets(secretKeys);
  const version = secretKeys.current;
  let isInLog = false;

  async function reseal({ id, sealed, keyVersion }: SealedRow): Promise<ResealedRow> {
    const after: string[] = [];
    for (const text of sealed)
      after.push((await sealedSecrets.seal(await sealedSecrets.open(text, keyVersion))).sealed);
    return { id, before: sealed, after };
  }

  async function resealAll(batch: readonly SealedRow[], unreadable: Set<string>): Promise<ResealedRow[]> {
    const rows: ResealedRow[] = [];
    for (const row of batch) {
      try {
        rows.push(await reseal(row));
      } catch {
        unreadable.add(row.id);
      }
    }
    return rows;
  }

  return {
    async moveBatch(
      table: SealedTable,
      batch: readonly SealedRow[],
      unreadable: Set<string>,
    ): Promise<number> {
      const rows = await resealAll(batch, unreadable);
      if (rows.length === 0) return 0;
      return await db.transaction().execute(async (trx) => {
        if (!isInLog) {
          await insertAuditEntry(trx, {
            actor,
            action: 'keys.reseal',
            subjectType: 'secret_key',
            subjectId: String(version),
            details: {
              fromVersions: fromVersions(planned),
              toVersion: version,
              credentials: sum(planned.credential),
              webhookSecrets: sum(planned.webhook_secret),
            },
          });
        }
        const count = await replaceSealed(trx, table, { version, rows });
        isInLog = true;
        return count;
      });
    },
  };
}

function fromVersions(planned: Others): number[] {
  const versions = [...planned.credential, ...planned.webhook_secret].map(({ version }) => version);
  return [...new Set(versions)].toSorted((a, b) => a - b);
}
