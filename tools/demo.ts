/** `npm run demo`: everything that exists, running on this machine, with sample data. */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../server/src/db/migrate.ts';
import { administer } from './demo/administration.ts';
import { claimDirectory } from './demo/claim.ts';
import { putCommandOnPath } from './demo/command-on-path.ts';
import { makeDemoData } from './demo/data.ts';
import { openDatabase } from './demo/database.ts';
import { demoDirectory } from './demo/directory.ts';
import { awaitEnd } from './demo/end.ts';
import type { End } from './demo/end.ts';
import { forgetDemo } from './demo/forget.ts';
import { startBusy } from './demo/busy/busy.ts';
import { makeMorning } from './demo/morning/morning.ts';
import { BUSY_PARTNER } from './demo/morning/partners.ts';
import type { MorningPartner } from './demo/morning/partners.ts';
import { buildPages } from './demo/pages.ts';
import { writeEnvFile } from './demo/print.ts';
import type { DemoReport } from './demo/print.ts';
import { readyText } from './demo/ready-text.ts';
import { enrolPartnerPeople, inviteOwner, BUSY_OWNER, SHOP_OWNER } from './demo/partner-people.ts';
import { partnerEnvironment, registerShop, SHOP_MAIN, shopEnvironment } from './demo/shop.ts';
import { DEMO_ACTOR, enrolDemoStaff, makeDemoStaff } from './demo/staff.ts';
import { loadState, saveState } from './demo/state.ts';
import type { DemoState } from './demo/state.ts';
import { startSurface, VEZNE_PROGRAM } from './demo/surfaces.ts';
import type { Surface } from './demo/surfaces.ts';

const HELP = `Usage: npm run demo -- [--port-base N] [--fresh] [--busy] [--json]

Starts PostgreSQL (unless DATABASE_URL is set), migrates it, makes a desk's morning with 300 transactions and runs every surface.

  --port-base N  ports N (API and hosted page), N + 1 (console), N + 2 (portal) and N + 3 (demo shop); 4000 unless given
  --fresh        forget the data of earlier demos
  --busy         players come and a colleague decides while you look, at a human pace
  --json         print one JSON line when ready: npm run -s demo -- --json
  --directory D  keep keys and data there instead of in .demo
`;

const CONSOLE_OFFSET = 1;
const PORTAL_OFFSET = 2;
const SHOP_OFFSET = 3;

/** Everything started so far. It is stopped in reverse order. */
const started: (() => Promise<void>)[] = [];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'port-base': { type: 'string', default: '4000' },
      fresh: { type: 'boolean', default: false },
      busy: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      directory: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const databaseUrl = process.env['DATABASE_URL'] === '' ? undefined : process.env['DATABASE_URL'];
  const directory = resolve(values.directory ?? demoDirectory(databaseUrl));
  const end = awaitEnd();
  await mkdir(directory, { recursive: true });
  const claim = await claimDirectory(directory);
  started.push(claim.release);
  if (values.fresh) await forgetDemo(directory, databaseUrl);
  const demo = await startEverything({
    directory,
    databaseUrl,
    portBase: readPort(values['port-base']),
    step: stepUnless(end),
  });
  const envFile = await writeEnvFile(directory, { ...demo.partnerEnv, ...demo.env });
  await putCommandOnPath(directory, envFile);
  process.stdout.write(
    values.json
      ? `${JSON.stringify(demo.report)}\n`
      : readyText(demo.report, { env: envFile, logs: demo.logs }),
  );
  if (values.busy) started.push(keepBusy(demo));
  await Promise.race([end.wanted, demo.failed]);
  say('ending everything');
}

/** Says how far it is, and since when. Standard output is for the table, or for one line of JSON. */
function say(progress: string): void {
  const seconds = process.uptime().toFixed(1).padStart(5);
  process.stderr.write(`demo: ${seconds} s  ${progress}\n`);
}

class EndedEarly extends Error {}

/** Says what begins now. Whoever has ended the demo meanwhile does not wait for it. */
function stepUnless(end: End): (progress: string) => void {
  return (progress) => {
    if (end.isWanted()) throw new EndedEarly();
    say(progress);
  };
}

interface DemoOptions {
  directory: string;
  databaseUrl: string | undefined;
  portBase: number;
  step: (progress: string) => void;
}

interface RunningDemo {
  report: DemoReport;
  env: Record<string, string>;
  /** For the programs of a partner. */
  partnerEnv: Record<string, string>;
  /** Whose players fill the queue; none where the data are of an earlier version. */
  partners: readonly MorningPartner[];
  logs: string[];
  failed: Promise<never>;
}

async function startEverything({
  directory,
  databaseUrl,
  portBase,
  step,
}: DemoOptions): Promise<RunningDemo> {
  const state = await loadState(directory);
  const isNew = state.partner === undefined;
  await saveState(directory, state);
  step(databaseUrl === undefined ? 'PostgreSQL' : 'the database at DATABASE_URL');
  const database = await openDatabase(directory, databaseUrl);
  started.push(database.stop);
  await buildPages(() => step('the pages of console and portal; this takes a while, once'));
  step('migrations');
  const env = environment(state, database.url, portBase);
  await migrate({
    databaseUrl: database.url,
    // No process runs yet. A demo that was made by an earlier version needs nothing of it any more.
    contract: true,
    roleUrls: [
      env.VEZNE_API_DATABASE_URL,
      env.VEZNE_CONSOLE_DATABASE_URL,
      env.VEZNE_PORTAL_DATABASE_URL,
      env.VEZNE_WORKER_DATABASE_URL,
      env.VEZNE_ADMIN_DATABASE_URL,
    ],
  });
  step(isNew ? 'people, a partner and its bank accounts' : 'the data of the last time');
  const shopPort = portBase + SHOP_OFFSET;
  const shopUrl = `http://127.0.0.1:${shopPort}`;
  const { partner, webhook, invited, offered } = await administer(env, async (administration) => {
    state.partner ??= await makeDemoData(administration);
    // Saved before anything else can fail, because its secrets are shown only once.
    await saveState(directory, state);
    state.webhook = await registerShop(administration, {
      partner: state.partner.name,
      webhook: state.webhook,
      shopUrl,
    });
    await saveState(directory, state);
    // Last: from then on only these people act at the command line.
    state.staff ??= await makeDemoStaff(administration);
    await saveState(directory, state);
    state.partnerPeople ??= [
      await inviteOwner(administration, { partner: state.partner.name, ...SHOP_OWNER }),
    ];
    await saveState(directory, state);
    return {
      partner: state.partner,
      webhook: state.webhook,
      invited: state.staff,
      offered: state.partnerPeople,
    };
  });
  // Before anything runs: nobody else delivers, expires or looks meanwhile.
  if (isNew) await fillMorning(state, { directory, env, ownerUrl: database.url, offered });
  else if (state.morning === 'begun') say('its morning was interrupted; --fresh makes another one');
  const apiUrl = env.VEZNE_PUBLIC_URL;
  const shopEnv = shopEnvironment(directory, { partner, webhook, apiUrl, port: shopPort });
  step('api, console, portal, worker and demo shop');
  const surfaces = await startTogether([
    ['api', { program: [VEZNE_PROGRAM, 'api'], directory, env }],
    ['console', { program: [VEZNE_PROGRAM, 'console'], directory, env }],
    ['portal', { program: [VEZNE_PROGRAM, 'portal'], directory, env: portalEnvironment(env, partner) }],
    ['worker', { program: [VEZNE_PROGRAM, 'worker'], directory, env }],
    ['shop', { program: [SHOP_MAIN], directory, env: shopEnv }],
  ]);
  const consoleUrl = env.VEZNE_CONSOLE_URL;
  if ([...invited, ...offered].some(({ link }) => link !== undefined)) step('passwords for everybody');
  const staff = await enrolDemoStaff(consoleUrl, invited);
  state.staff = staff;
  const portalUrl = env.VEZNE_PORTAL_URL;
  const partnerPeople = await enrolPartnerPeople(portalUrl, offered);
  state.partnerPeople = partnerPeople;
  await saveState(directory, state);
  const { apiKey, apiSecret, hashSecret } = partner;
  return {
    report: {
      ready: true,
      apiUrl,
      consoleUrl,
      portalUrl,
      shopUrl,
      databaseUrl: database.url,
      partner: { apiKey, apiSecret, hashSecret },
      staff: staff.map(({ handle, password, role }) => ({ handle, password, role })),
      partnerPeople: partnerPeople.map(({ email, partner: of, password, role }) => ({
        email,
        partner: of,
        password,
        role,
      })),
    },
    env,
    partnerEnv: partnerEnvironment({ partner, webhook, apiUrl }),
    partners: typeof state.morning === 'object' ? state.morning.partners : [],
    logs: surfaces.map(({ logFile }) => logFile),
    failed: Promise.race([database.failed, ...surfaces.map(throwsWhenEnded)]),
  };
}

async function fillMorning(
  state: DemoState,
  {
    directory,
    env,
    ownerUrl,
    offered,
  }: {
    directory: string;
    env: Record<string, string>;
    ownerUrl: string;
    offered: NonNullable<DemoState['partnerPeople']>;
  },
): Promise<void> {
  const startedMs = performance.now();
  state.morning = 'begun';
  await saveState(directory, state);
  state.morning = await makeMorning({ env, ownerUrl, say });
  await saveState(directory, state);
  // So that the portal can be seen with a history, too.
  const partner = BUSY_PARTNER;
  offered.push(await administer(env, async (by) => await inviteOwner(by, { partner, ...BUSY_OWNER })));
  await saveState(directory, state);
  say(`a morning with 300 transactions, in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
}

/** Returns how it is stopped. */
function keepBusy({ env, partners, report }: RunningDemo): () => Promise<void> {
  const colleague = report.staff.find(({ role }) => role === 'senior_operator');
  if (colleague === undefined || partners.length === 0)
    throw new Error('This demo has no morning to go on with. --fresh makes one.');
  return startBusy({ env, consoleUrl: env['VEZNE_CONSOLE_URL'] ?? '', partners, colleague, say });
}

/** Waits for all of them even if one fails, so none keeps running. */
async function startTogether(programs: readonly Parameters<typeof startSurface>[]): Promise<Surface[]> {
  const starts = await Promise.allSettled(programs.map(async (program) => await startSurface(...program)));
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  // All together, so slow ones don't add up.
  started.push(async () => void (await Promise.all(running.map(async ({ stop }) => await stop()))));
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
  return running;
}

async function throwsWhenEnded({ name, lastWords, ended }: Surface): Promise<never> {
  await ended;
  throw new Error(`The ${name} has ended. ${lastWords()}`);
}

function environment({ keys, rolePassword }: DemoState, ownerUrl: string, portBase: number) {
  const urlOf = (role: string): string => {
    const url = new URL(ownerUrl);
    url.username = role;
    url.password = rolePassword;
    return url.href;
  };
  return {
    ...keys,
    VEZNE_ENV: 'development',
    VEZNE_CELL: 'demo',
    VEZNE_ACTOR: DEMO_ACTOR,
    VEZNE_API_DATABASE_URL: urlOf('vezne_api'),
    VEZNE_CONSOLE_DATABASE_URL: urlOf('vezne_console'),
    VEZNE_PORTAL_DATABASE_URL: urlOf('vezne_portal'),
    VEZNE_WORKER_DATABASE_URL: urlOf('vezne_worker'),
    VEZNE_ADMIN_DATABASE_URL: urlOf('vezne_admin'),
    VEZNE_PORT: String(portBase),
    VEZNE_PUBLIC_URL: `http://127.0.0.1:${portBase}`,
    VEZNE_CONSOLE_PORT: String(portBase + CONSOLE_OFFSET),
    // By its name: browsers keep no passkey for an IP address.
    VEZNE_CONSOLE_URL: `http://localhost:${portBase + CONSOLE_OFFSET}`,
    VEZNE_PORTAL_PORT: String(portBase + PORTAL_OFFSET),
    VEZNE_PORTAL_URL: `http://localhost:${portBase + PORTAL_OFFSET}`,
    VEZNE_DRAIN_MS: '100',
  };
}

/** In development the page of the keys shows the triple of the demo shop: the portal itself can open no secret. */
function portalEnvironment(
  env: Record<string, string>,
  { apiKey, apiSecret, hashSecret }: NonNullable<DemoState['partner']>,
): Record<string, string> {
  return { ...env, VEZNE_PORTAL_DEMO_CREDENTIALS: [apiKey, apiSecret, hashSecret].join(',') };
}

function readPort(text: string): number {
  const port = Number(text);
  // Ten surfaces would fit above the base; four have a port.
  if (!Number.isInteger(port) || port < 1 || port > 65_525)
    throw new Error(`--port-base must be a port number, not ${text}.`);
  return port;
}

function tellFailure(error: unknown): void {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof EndedEarly)) tellFailure(error);
} finally {
  // Whatever one of them answers, the others are stopped as well.
  for (const stop of started.toReversed()) await stop().catch(tellFailure);
  if (process.connected) process.disconnect();
}
