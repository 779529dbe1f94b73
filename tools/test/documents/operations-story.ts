/**
 * What happens in docs/operations.md between its commands: players order and press, other people decide, versions come. Everything that the
 * document shows is in the document; here is only what it leaves out.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '../../../server/src/db/kysely.ts';
import { listDeliveries } from '../../../server/src/db/read/webhooks/deliveries.ts';
import { systemClock } from '../../../server/src/clock.ts';
import { reSumLedgerJob } from '../../../server/src/jobs/scheduled/re-sum-ledger.ts';
import { sealAndPublish } from '../../../server/src/jobs/audit-log/seal.ts';
import { createTestDatabase } from '../../../server/test/harness/database.ts';
import { until } from '../../../server/test/harness/expectations.ts';
import { versionWith } from '../../../server/test/harness/later-version.ts';
import { silentLog } from '../../../server/test/harness/silent-log.ts';
import { startWorkerProcess } from '../../../server/test/harness/worker-process.ts';
import { startReceiver } from '../../../server/test/jobs/webhooks/receiver.ts';
import { sendReceipt } from '../../demo/morning/player-acts.ts';
import { fromTransactionId } from '../../../server/src/ids.ts';
import type { Scene, Story } from './told.ts';
import type { World } from './world.ts';

const ZIRAAT = '"TR62 0001 0012 3456 7890 1234 56"';
const GARANTI = '"TR68 0006 2000 0999 9901 2345 67"';
const IS = '"TR29 0006 4000 0011 2345 6789 01"';
const AKBANK = '"TR67 0004 6000 0011 2345 6789 01"';

/** Where the document has its copy of the heads. */
const HEADS = '/srv/copies/audit-heads';

const AYSE = ['42', 'Ayşe Işık'] as const;
const CAN = ['43', 'Can Öz'] as const;
const ELIF = ['41', 'Elif Su'] as const;
const DENIZ = ['44', 'Deniz Ak'] as const;
const MERT = ['45', 'Mert Kaya'] as const;
const SELIN = ['46', 'Selin Er'] as const;

/** An account of the two players whose payouts come first. */
const SHARED_ACCOUNT = 1;

/** Since processes look twice a second. */
async function accountsOpen({ desk }: World, count: number): Promise<void> {
  await until(
    async () => (await desk.services.configuration.current()).configuration.depositAccounts.length,
    (found) => found === count,
  );
}

const DEPOSITS: readonly Scene[] = [
  {
    before: 'vezne deposit confirm',
    happens: async (world) => {
      for (const account of [GARANTI, IS]) await world.does(`vezne bank-account pause ${account} --deposits`);
      await accountsOpen(world, 1);
      const { deposit } = world;
      await deposit({
        name: 'txn_01a1e060cd72757cb97d257400f230cf',
        reference: 'order-1',
        player: AYSE,
        lira: 1_000,
        isOpen: true,
      });
      await deposit({
        name: 'txn_01a1e060cdf4737bab8886ccf0d68a2d',
        reference: 'order-2',
        player: CAN,
        lira: 150_000,
      });
      await deposit({ reference: 'order-3', player: ELIF, lira: 750 });
      await deposit({ reference: 'order-4', player: ELIF, lira: 750 });
      await deposit({ reference: 'order-5', player: DENIZ, lira: 400 });
      await deposit({ reference: 'order-6', player: MERT, lira: 620 });
    },
  },
  {
    before: 'vezne transaction receipt',
    happens: async ({ deposit, desk }) => {
      const name = 'txn_01a1dd767afd796686b19bbb71a47833';
      const id = await deposit({ name, reference: 'order-7', player: SELIN, lira: 300 });
      await sendReceipt(desk, fromTransactionId(id) ?? '', { kind: 'pdf', sender: 'SELIN ER' });
    },
  },
  {
    before: 'vezne transaction list --waiting deposits --for-file',
    happens: async ({ deposit }) => {
      await deposit({ reference: 'order-8', player: AYSE, lira: 1_200 });
      await deposit({ reference: 'order-9', player: DENIZ, lira: 450 });
    },
  },
  {
    before: 'vezne deposit approve --from-file',
    happens: async ({ shell }) => {
      const file = join(shell.folder, 'seen.txt');
      const lines = (await readFile(file, 'utf8')).split('\n');
      await writeFile(file, lines.filter((line) => !/Can Öz|Selin Er/.test(line)).join('\n'));
    },
  },
];

const WITHDRAWALS: readonly Scene[] = [
  {
    before: 'vezne transaction list --waiting withdrawals',
    happens: async ({ payout, agrees }) => {
      const note = '--note "before the first payouts"';
      await agrees(`vezne ledger top-up "Demo Shop" --amount 300000.00 --bank-account ${GARANTI} ${note}`);
      await payout({
        name: 'txn_01a1e063535d735780a9973bc8333cb3',
        reference: 'payout-1',
        player: CAN,
        lira: 120_000,
        account: SHARED_ACCOUNT,
      });
      await payout({ reference: 'payout-2', player: ELIF, lira: 300, account: SHARED_ACCOUNT });
    },
  },
  {
    before: 'vezne withdrawal part',
    happens: async ({ payout, does, agrees }) => {
      const name = 'txn_01a1dd767bec75d5a1af4bef601613ea';
      await payout({ name, reference: 'payout-3', player: MERT, lira: 120_000, account: 3 });
      const taken = await does(`vezne withdrawal take ${name} --bank-account ${GARANTI}`);
      await agrees(/vezne withdrawal authorise .*/.exec(taken)?.[0] ?? assert.fail(taken));
    },
  },
  {
    before: 'vezne ledger misdirected',
    happens: async ({ does }) => {
      const name = 'txn_01a1dd767bec75d5a1af4bef601613ea';
      const shown = await does(`vezne transaction show ${name}`);
      const part = /vezne withdrawal part .*/.exec(shown)?.[0] ?? assert.fail(shown);
      await does(`${part.replace('REFERENCE', '20261115-0043')} --as zeynep`);
      await does(`vezne withdrawal approve ${name} --seen ${await seen(does, name)} --as zeynep`);
    },
  },
  {
    before: 'vezne ledger receivable',
    happens: async ({ does }) =>
      void (await does('vezne request confirm 01a1e070-5ac2-7d11-9a53-6f0e6a7c1f42 --as mehmet')),
  },
];

async function seen(does: World['does'], name: string): Promise<string> {
  const shown = await does(`vezne transaction show ${name}`);
  return /fingerprint +([0-9a-f]{12})/.exec(shown)?.[1] ?? assert.fail(shown);
}

const TWO_PEOPLE: readonly Scene[] = [
  {
    before: 'vezne request decline',
    happens: async ({ does, names }) => {
      const correct =
        'vezne deposit correct txn_01a1e060cfb97ccab8cbd9bdb37a22d6 --amount 40.00 --note "a zero"';
      const asked = await does(correct);
      const id = /vezne request confirm (\S+)/.exec(asked)?.[1] ?? assert.fail(asked);
      names.bind('01a1e064-3fd8-7ef1-8bbb-2bc84980ce3e', id);
    },
  },
  {
    before: 'vezne ledger verify',
    // The night: the worker adds up the books and seals what it says of them.
    happens: async ({ database, shell, places }) => {
      const pool = database.pool('vezne_worker');
      const db = createDatabase(pool);
      await reSumLedgerJob.run({ pool, db, log: silentLog, clock: systemClock });
      const auditHeadFile = join(shell.folder, 'audit-heads');
      places.set(HEADS, auditHeadFile);
      await sealAndPublish({ db, pool, log: silentLog, auditHeadFile });
    },
  },
];

/** Two migrations that are still to come. The document calls them by older numbers. */
const EXPANSION = '9990_expand_receipts';
const CONTRACTION = '9991_contract_receipts';

/** A later version, and a database of its own: what follows must not run on a database that is ahead. */
const VERSIONS: readonly Scene[] = [
  {
    before: 'vezne migrate',
    happens: async (world) => {
      const main = await versionWith(world.t, { [EXPANSION]: 'select 1;', [CONTRACTION]: 'select 1;' });
      const { ownerUrl } = await createTestDatabase(world.t);
      world.places.set('0040_expand_receipts', EXPANSION).set('0041_contract_receipts', CONTRACTION);
      world.places.set('0035_expand_reseal', EXPANSION).set('0036_expand_lists', EXPANSION);
      world.other = { VEZNE_MAIN: main, DATABASE_URL: ownerUrl };
      world.nextEnv = world.other;
    },
  },
  {
    before: 'vezne migrate --contract',
    happens: async (world) => {
      const old = new pg.Client({
        connectionString: world.other['DATABASE_URL'],
        application_name: 'vezne-api 0039',
      });
      // It goes with its database.
      old.on('error', () => undefined);
      await old.connect();
      world.t.after(async () => await old.end());
      world.nextEnv = world.other;
    },
  },
  {
    before: 'vezne api',
    // On the database of this version, which lacks what the later one expands.
    happens: async (world) => {
      world.nextEnv = { VEZNE_MAIN: world.other['VEZNE_MAIN'] ?? '' };
    },
  },
  {
    before: 'vezne migrate',
    happens: async (world) => {
      world.nextEnv = { DATABASE_URL: world.other['DATABASE_URL'] ?? '' };
    },
  },
];

/** What the receiver of the partner answers. */
let answer = { status: 500, body: 'the receiver is broken' };

const WEBHOOKS: readonly Scene[] = [
  {
    before: 'vezne webhook add',
    happens: async ({ t, places }) => {
      const { url } = await startReceiver(t, (request, response) => {
        request.resume();
        response.writeHead(answer.status).end(answer.body);
      });
      places.set('http://127.0.0.1:8080', new URL(url).origin);
    },
  },
  {
    before: 'vezne webhook show',
    // One event fails and is parked, the next fails and waits.
    happens: async (world) => {
      const { database, env, t } = world;
      await approveOne(world, 'order-10');
      const impatient = await startWorkerProcess(t, database, { ...env, VEZNE_WEBHOOK_SCHEDULE_MS: '20' });
      await deliveries(world, 'parked');
      impatient.child.kill('SIGTERM');
      await impatient.ended;
      const patient = { ...env, VEZNE_WEBHOOK_SCHEDULE_MS: '3600000' };
      world.worker = await startWorkerProcess(t, database, patient);
      await approveOne(world, 'order-11');
      await deliveries(world, 'pending');
    },
  },
  {
    before: 'vezne webhook test',
    happens: async () => {
      answer = { status: 401, body: '' };
    },
  },
];

/** Until the endpoint has a delivery in this state. */
async function deliveries({ desk, names }: World, state: 'parked' | 'pending'): Promise<void> {
  const endpointId = names.realOf('01a1dd8e-7bdd-75fc-9b4d-0def54d07348') ?? '';
  await until(
    async () => await listDeliveries(desk.db, { endpointId, state }, 5),
    (found) => found.some(({ attempts }) => attempts > 0),
  );
}

async function approveOne({ deposit, does }: World, reference: string): Promise<void> {
  const id = await deposit({ reference, player: [`of-${reference}`, 'Selin Er'], lira: 100 });
  await does(`vezne deposit approve ${id} --seen ${await seen(does, id)}`);
}

/** Three players who have not said yet that they paid. */
async function threeOpen({ deposit }: World, first: number): Promise<void> {
  for (const number of [first, first + 1, first + 2])
    await deposit({
      reference: `order-${number}`,
      player: [`of-${number}`, 'Selin Er'],
      lira: 100,
      isOpen: true,
    });
}

const FROZEN: readonly Scene[] = [
  {
    before: 'vezne bank-account freeze',
    happens: async (world) => {
      await world.does(`vezne bank-account pause ${AKBANK} --deposits`);
      await accountsOpen(world, 1);
      await threeOpen(world, 20);
      await world.agrees(`vezne bank-account resume ${GARANTI} --deposits`);
    },
  },
  {
    before: 'vezne bank-account freeze',
    // The bank opens it again, everything else is closed, and then it freezes it once more.
    happens: async (world) => {
      await world.does(`vezne bank-account disable ${GARANTI}`);
      await accountsOpen(world, 0);
      await world.agrees(`vezne bank-account enable ${ZIRAAT}`);
      await accountsOpen(world, 1);
      await threeOpen(world, 23);
    },
  },
];

const RECORDS: readonly Scene[] = [
  {
    before: 'vezne block remove',
    happens: async ({ does, names }) => {
      const listed = await does('vezne block list');
      names.bind('01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708', /[0-9a-f-]{36}/.exec(listed)?.[0] ?? '');
    },
  },
  {
    before: 'vezne audit verify',
    // Whoever seals meanwhile would change the answer.
    happens: async ({ worker, database, places }) => {
      worker?.child.kill('SIGTERM');
      await worker?.ended;
      const pool = database.pool('vezne_worker');
      const auditHeadFile = places.get(HEADS) ?? '';
      await sealAndPublish({ db: createDatabase(pool), pool, log: silentLog, auditHeadFile });
    },
  },
];

export const OPERATIONS: Story = {
  day: '2026-11-15',
  scenes: [...DEPOSITS, ...WITHDRAWALS, ...TWO_PEOPLE, ...VERSIONS, ...WEBHOOKS, ...FROZEN, ...RECORDS],
  codes: { 'vezne status': 1, 'vezne audit verify': 3 },
  loose: ['vezne ledger verify', 'vezne audit verify', `vezne audit verify --heads ${HEADS}`],
  upTo: { 'vezne status': 'Processes' },
};
