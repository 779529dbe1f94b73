import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { claimPorts } from '../tools/ports/claim.ts';

/** Made up for tests. */
export const SECRET = 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCE=';

/** Interpreters start in a fraction of a second, even while other tests run. */
const START_TIMEOUT_MS = 20_000;

export interface Receiver {
  url: string;
  /** What the shop has credited, in cents, by transaction. */
  credits(): Promise<Record<string, number>>;
  /** From now on the work fails, until repairShop. */
  breakShop(): Promise<void>;
  repairShop(): Promise<void>;
}

type Start = (t: TestContext, options?: { secrets?: string }) => Promise<Receiver>;

export const RECEIVERS: Readonly<Record<string, Start>> = {
  async typescript(t, { secrets = SECRET } = {}) {
    const { url: databaseUrl, ...shop } = await openShop(t);
    const file = fileOf('webhooks/typescript/receiver.ts');
    const url = await startReceiver(t, () => [process.execPath, file], {
      VEZNE_WEBHOOK_SECRET: secrets,
      DATABASE_URL: databaseUrl,
    });
    return { ...shop, url };
  },

  async php(t, { secrets = SECRET } = {}) {
    const shopFile = await shopFileOf(t);
    const file = fileOf('webhooks/php/receiver.php');
    const url = await startReceiver(t, (port) => ['php', '-S', `127.0.0.1:${port}`, file], {
      VEZNE_WEBHOOK_SECRET: secrets,
      SHOP_FILE: shopFile,
    });
    return {
      url,
      async credits() {
        if (!existsSync(shopFile)) return {};
        return (JSON.parse(readFileSync(shopFile, 'utf8')) as { credits: Record<string, number> }).credits;
      },
      // A folder blocks the place of the new file.
      breakShop: async () => await mkdir(`${shopFile}.new`),
      repairShop: async () => await rmdir(`${shopFile}.new`),
    };
  },

  async python(t, { secrets = SECRET } = {}) {
    return await startWithSqlite(t, secrets, ['python3', '-B', fileOf('webhooks/python/receiver.py')]);
  },

  async node(t, { secrets = SECRET } = {}) {
    return await startWithSqlite(t, secrets, [process.execPath, fileOf('webhooks/node/receiver.ts')]);
  },
};

/** A receiver that keeps the shop in a file of SQLite. */
async function startWithSqlite(
  t: TestContext,
  secrets: string,
  command: [string, ...string[]],
): Promise<Receiver> {
  const shopFile = await shopFileOf(t);
  const url = await startReceiver(t, () => command, { VEZNE_WEBHOOK_SECRET: secrets, SHOP_FILE: shopFile });
  const shop = new DatabaseSync(shopFile);
  t.after(() => shop.close());
  return {
    url,
    async credits() {
      const rows = shop.prepare('select transaction_id, amount_cents from credit').all();
      return asRecord(rows as unknown as Credit[]);
    },
    breakShop: async () => shop.exec('alter table credit rename to gone'),
    repairShop: async () => shop.exec('alter table gone rename to credit'),
  };
}

/** The shop of the TypeScript sample: a database with its two tables. `url` is that of the database. */
export async function openShop(t: TestContext): Promise<Receiver & { pool: pg.Pool }> {
  const database = await createTestDatabase(t);
  const shop = database.pool();
  // The test database comes with the service's tables.
  await shop.query('drop schema public cascade; create schema public');
  await shop.query(readFileSync(new URL('webhooks/typescript/tables.sql', import.meta.url), 'utf8'));
  return {
    url: database.ownerUrl,
    pool: shop,
    async credits() {
      const { rows } = await shop.query<Credit>('select transaction_id, amount_cents from credit');
      return asRecord(rows);
    },
    breakShop: async () => void (await shop.query('alter table credit rename to gone')),
    repairShop: async () => void (await shop.query('alter table gone rename to credit')),
  };
}

interface Credit {
  transaction_id: string;
  amount_cents: string | number | bigint;
}

function asRecord(rows: readonly Credit[]): Record<string, number> {
  return Object.fromEntries(
    rows.map(({ transaction_id, amount_cents }) => [transaction_id, Number(amount_cents)]),
  );
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

async function shopFileOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-shop-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  return join(folder, 'shop');
}

/** Starts the program on a free port, and returns its address once it listens. It fails if the program ends before that. */
export async function startReceiver(
  t: TestContext,
  commandFor: (port: number) => [string, ...string[]],
  environment: Record<string, string>,
  { cwd }: { cwd?: string } = {},
): Promise<string> {
  const port = await claimPorts();
  const [command, ...args] = commandFor(port);
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd,
    env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
  });
  const stderr: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => void stderr.push(chunk));
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`The receiver did not start: ${Buffer.concat(stderr).toString()}`);
    }
    await sleep(20);
  }
  return `http://127.0.0.1:${port}/`;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
