/** An installation whose people work: partners create deposits, operators approve them, a worker seals what they did. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createDatabase } from '../../server/src/db/kysely.ts';
import { sealAndPublish } from '../../server/src/jobs/audit-log/seal.ts';
import { manyVezneOn } from '../../server/test/commands/vezne.ts';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import { post } from '../../server/test/harness/client.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { assertCreated } from '../../server/test/harness/expectations.ts';
import { depositBody, insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';

/** A transaction whose create was answered, and when, by the clock of the machine. */
export interface Acknowledged {
  id: string;
  atMs: number;
}

export interface Installation {
  database: TestDatabase;
  acknowledged: Acknowledged[];
  create: () => Promise<string>;
  approve: (count: number) => Promise<void>;
  /** As a worker does every minute: the heads of everything are in its file then. */
  seal: (headFile: string) => Promise<void>;
}

export async function startInstallation(
  t: TestContext,
  /** Of every process and command. */
  env: Record<string, string> = {},
): Promise<Installation> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const api = await startApiProcess(t, database, env);
  const vezne = manyVezneOn(t, database, env);
  const worker = database.pool('vezne_worker');
  const db = createDatabase(worker);
  const acknowledged: Acknowledged[] = [];
  let players = 0;

  async function create(): Promise<string> {
    players += 1;
    const customer = { ...depositBody().customer, id: `player-${players}` };
    const body = depositBody({ customer });
    const id = String(assertCreated(await post(api.url, partner, '/v1/deposits', body))['id']);
    acknowledged.push({ id, atMs: Date.now() });
    return id;
  }

  return {
    database,
    acknowledged,
    create,
    async approve(count) {
      for (let done = 0; done < count; done += 1) {
        const confirmed = await vezne('deposit', 'confirm', await create());
        const [, words = assert.fail(confirmed.stderr)] =
          /^ {2}vezne (deposit approve .*)$/m.exec(confirmed.stdout) ?? [];
        const approved = await vezne(...words.split(' '));
        assert.equal(approved.code, 0, approved.stderr);
      }
    },
    seal: async (headFile) =>
      await sealAndPublish({ db, pool: worker, log: silentLog, auditHeadFile: headFile }),
  };
}
