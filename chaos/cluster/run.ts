/** One run, inside the hub: the product on the cluster, load, one fault after the other, and then the reckoning. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { createPool } from '../../server/src/db/pool.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { untilAHeadIsPublished, verifyBooks } from './books.ts';
import { breakAndMend } from './break-and-mend.ts';
import { check } from './checker.ts';
import type { CheckResult } from './checker.ts';
import { openClientLog, readClientLog } from './client-log.ts';
import type { ClientLog } from './client-log.ts';
import type { Place } from './cluster.ts';
import { openDesk } from './desk.ts';
import type { Fault } from './faults.ts';
import { install } from './installation.ts';
import type { Installation } from './installation.ts';
import { startLoad } from './load.ts';
import { createPartnerClient } from './partner-client.ts';
import type { PartnerClient } from './partner-client.ts';
import { API_URLS, startProduct } from './product.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { findTimeline, untilWhole } from './roles.ts';
import { readRows } from './rows.ts';
import { createPaused } from './paused.ts';

export interface RunOptions {
  place: Place;
  /** Where logs are kept. */
  directory: string;
  /** Asked before each, until there is none. */
  nextFault: () => Fault | undefined;
  createsPerSecond: number;
  seed: number;
  say: (line: string) => void;
  /** How the desk reaches the database, if it is not as the console does. */
  openDeskPool?: ((url: string) => pg.Pool) | undefined;
  /** What is done to the database before anything runs. */
  spoil?: ((owner: pg.Pool) => Promise<void>) | undefined;
}

function openConsolePool(url: string): pg.Pool {
  return createPool({ url, maxConnections: 4, applicationName: 'chaos-desk', log: silentLog });
}

const WEBHOOKS = { host: '127.0.0.1', port: 4100 };
/** Between two faults: long enough to see that all is as before, and what is late. */
const QUIET_MS = 3_000;
/** As long as a create is tried. What is not decided then is given up, and found. */
const DECIDED_WITHIN_MS = 120_000;
const DELIVERED_WITHIN_MS = 60_000;

export async function runUnderFaults(options: RunOptions): Promise<CheckResult> {
  const { place, directory, say } = options;
  await mkdir(directory, { recursive: true });
  const logFile = join(directory, 'client.jsonl');
  const log = openClientLog(logFile);
  const receiver = await startReceiver(log, WEBHOOKS);
  const installation = await install(place, { webhookUrl: `http://${WEBHOOKS.host}:${WEBHOOKS.port}/` });
  receiver.expectSecret(installation.webhookSecret);
  await options.spoil?.(installation.owner);
  say('the database is migrated');
  const product = await startProduct(installation, { log, directory });
  const client = createPartnerClient(API_URLS);
  try {
    await workUnderFaults(options, { client, installation, log, say });
    await untilDelivered(installation, receiver);
    say('the webhooks have come');
    const rows = await readRows(installation.owner, installation.partner.id);
    await untilAHeadIsPublished(product.headFiles);
    await product.stop();
    await verifyBooks(installation, { log, headFiles: product.headFiles });
    await log.close();
    return check(readClientLog(logFile), rows);
  } finally {
    await product.stop();
    await client.close();
    await receiver.close();
    await installation.owner.end();
  }
}

interface Parts {
  client: PartnerClient;
  installation: Installation;
  log: ClientLog;
  say: (line: string) => void;
}

async function workUnderFaults(
  options: RunOptions,
  { client, installation, log, say }: Parts,
): Promise<void> {
  const { place, directory, nextFault, createsPerSecond, seed, openDeskPool = openConsolePool } = options;
  const { owner, partner, bankAccountId, urlOf } = installation;
  const paused = createPaused(installation, { client, log, seed });
  await paused.renew();
  const consolePool = openDeskPool(urlOf('vezne_console'));
  const errors = pino({ level: 'warn' }, pino.destination(join(directory, 'desk.log')));
  const desk = openDesk(consolePool, { log, bankAccountId, errors });
  const load = startLoad({ client, desk, log, paused: paused.creates, partner, createsPerSecond, seed });
  await sleep(QUIET_MS);
  for (let fault = nextFault(); fault !== undefined; fault = nextFault()) {
    say(`${fault.name}: ${fault.what}`);
    await undergo(fault, { place, log, owner });
    await sleep(QUIET_MS);
    await paused.renew();
  }
  await load.stop();
  await desk.close(DECIDED_WITHIN_MS);
  await consolePool.end();
  say('all creates are answered');
}

async function undergo(
  fault: Fault,
  { place, log, owner }: { place: Place; log: ClientLog; owner: Installation['owner'] },
): Promise<void> {
  const { name } = fault;
  log.note({ kind: 'fault', at: Date.now(), step: 'begun', name, ...(await timelineOf(owner)) });
  await breakAndMend(fault, { place, log });
  if (!(await untilWhole(owner))) return;
  log.note({ kind: 'fault', at: Date.now(), step: 'whole', name, ...(await timelineOf(owner)) });
}

async function timelineOf(owner: pg.Pool): Promise<{ timeline?: number }> {
  const timeline = await findTimeline(owner);
  return timeline === undefined ? {} : { timeline };
}

/** Waits until all events have come that the database has, but not for ever: what is missing then is found. */
async function untilDelivered({ owner, partner }: Installation, { received }: Receiver): Promise<void> {
  const deadline = Date.now() + DELIVERED_WITHIN_MS;
  const sql = `select 'evt_' || replace(id::text, '-', '') as id from event where partner_id = $1`;
  const { rows } = await owner.query<{ id: string }>(sql, [partner.id]);
  while (Date.now() < deadline && rows.some(({ id }) => !received.has(id))) await sleep(200);
}
