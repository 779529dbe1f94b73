import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import type { TestApi } from '../../server/test/harness/api.ts';
import { send, sign } from '../../server/test/harness/client.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import { BOUNDARY, multipart, pdf, sentPage } from '../../server/test/http/pay/detail-forms.ts';
import type { Order } from '../bounds/hostile-forms.ts';

const DEPOSITS = 12;
/** More pairs if the machine itself stalls: one quiet pair is enough, because hostile forms that could stall the process would do so in all. */
const PAIRS = 3;
/** How many forms must have been read, so that the figures mean something. A machine that stalls sends fewer in each pair. */
const LEAST_READ = DEPOSITS * PAIRS;
const MOST_PAIRS = 8;
const IDLE_MS = 800;
const ATTACK_MS = 2_500;
const READ_EVERY_MS = 20;
const MOST_MORE_MEMORY_MB = 300;

const UNREAD = 500;
const SLOW_WRITERS = 500;
const STALLED_UPLOADS = 100;
const OPENED_WITHIN_MS = 3_000;
const ASK_EVERY_MS = 300;
/** The longest limit is that for reading an answer, 15 s. It begins when the network is full. The rest is for a busy machine. */
const ALL_CUT_WITHIN_MS = OPENED_WITHIN_MS + 10 * ASK_EVERY_MS + 15_000 + 3_000;
/** An answer takes milliseconds; whoever waits for a limit to cut the others waits longer. */
const SERVED_WITHIN_MS = 2_000;

interface RealApi extends TestApi {
  memoryMb: () => number;
  cpuSeconds: () => number;
}

/** A real process with its real limits. */
async function startRealApi(t: TestContext): Promise<RealApi> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const { url, child } = await startApiProcess(t, database);
  const memoryMb = (): number => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
  };
  const cpuSeconds = (): number => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  return { url, owner, database, partner, memoryMb, cpuSeconds };
}

function agentFrom(t: TestContext, localAddress: string): Agent {
  const agent = new Agent({ keepAlive: true, localAddress });
  t.after(() => agent.destroy());
  return agent;
}

/** How long a signed read takes. It must be answered. */
async function readMs({ url, partner }: TestApi, agent: Agent): Promise<number> {
  const startedMs = performance.now();
  const { status } = await send(url, sign(partner, { method: 'GET', path: '/v1/balance' }), agent);
  assert.equal(status, 200);
  return performance.now() - startedMs;
}

/** Reads at an even pace, whether or not the one before has been answered: a stall delays all that arrive in its time. */
async function readFor(api: TestApi, agent: Agent, ms: number): Promise<number[]> {
  const reads: Promise<number>[] = [];
  const fromMs = performance.now();
  for (let dueMs = 0; dueMs < ms; dueMs += READ_EVERY_MS) {
    await sleep(Math.max(0, fromMs + dueMs - performance.now()));
    reads.push(readMs(api, agent));
  }
  return await Promise.all(reads);
}

function percentile95(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? Number.NaN;
}

test(`hostile forms for ${DEPOSITS} deposits at once make signed reads wait for hardly longer`, async (t) => {
  const api = await startRealApi(t);
  const paths: string[] = [];
  for (let index = 0; index < DEPOSITS; index += 1) paths.push(await sentPage(api));
  const attackers = fork(fileURLToPath(new URL('../bounds/hostile-forms.ts', import.meta.url)));
  t.after(() => void attackers.kill());
  const statuses = new Map<number, number>();
  attackers.on('message', (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
  const tell = (order: Order): void => void attackers.send(order);
  tell({ url: api.url, paths });

  const agent = agentFrom(t, '127.0.0.1');
  await readFor(api, agent, IDLE_MS);
  const memoryBeforeMb = api.memoryMb();
  const slices: { idle: number[]; attacked: number[] } = { idle: [], attacked: [] };
  let memoryMb = 0;
  const watch = setInterval(() => (memoryMb = Math.max(memoryMb, api.memoryMb())), 50);
  t.after(() => clearInterval(watch));
  const isQuiet = ({ idle, attacked }: typeof slices): boolean =>
    Math.min(...attacked) <= 2 * Math.min(...idle) + 20;
  const isDone = (): boolean => isQuiet(slices) && (statuses.get(422) ?? 0) >= LEAST_READ;
  for (let pair = 0; pair < PAIRS || (pair < MOST_PAIRS && !isDone()); pair += 1) {
    slices.idle.push(percentile95(await readFor(api, agent, IDLE_MS)));
    tell('begin');
    slices.attacked.push(percentile95(await readFor(api, agent, ATTACK_MS)));
    tell('pause');
    await sleep(300);
  }
  const [idleMs, attackedMs] = [Math.min(...slices.idle), Math.min(...slices.attacked)];
  t.diagnostic(
    `${api.cpuSeconds()} s of CPU; p95 of all slices ${slices.attacked.map((ms) => ms.toFixed(0)).join()} ms, the quietest ${idleMs.toFixed(1)} ms idle, ${attackedMs.toFixed(1)} ms beside ${JSON.stringify(Object.fromEntries(statuses))}; ` +
      `memory ${memoryBeforeMb.toFixed(0)} MB before, ${memoryMb.toFixed(0)} MB at most`,
  );
  assert.ok((statuses.get(422) ?? 0) >= LEAST_READ, 'the forms were read');
  assert.equal(statuses.get(503), undefined);
  assert.ok(isQuiet(slices), `${attackedMs.toFixed(1)} ms, and ${idleMs.toFixed(1)} ms idle`);
  assert.ok(
    memoryMb - memoryBeforeMb <= MOST_MORE_MEMORY_MB,
    `${(memoryMb - memoryBeforeMb).toFixed(0)} MB more`,
  );
});

const ASK = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

/** Asks for 7 MB in 60 answers, a few at a time. Loopback takes in 4 MB that nobody reads, and the rest waits in the process. */
function askUntilFull(socket: Socket): void {
  let rounds = 0;
  const timer = setInterval(() => {
    socket.write(ASK.repeat(6));
    rounds += 1;
    if (rounds === 10) clearInterval(timer);
  }, ASK_EVERY_MS);
  socket.once('close', () => clearInterval(timer));
}

/** A connection of a client that means harm. */
interface BadClient {
  kind: string;
  socket: Socket;
  isCut: () => boolean;
}

function openBad(t: TestContext, { url }: TestApi, kind: string, from: string): BadClient {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  t.after(() => socket.destroy());
  let isCut = false;
  socket.on('error', () => undefined);
  for (const event of ['end', 'close']) socket.on(event, () => (isCut = true));
  return { kind, socket, isCut: () => isCut };
}

/** A connection that was not cut would live for a minute from now on. */
const END_SEEN_WITHIN_MS = 20_000;

test(`${UNREAD} connections that do not read, ${SLOW_WRITERS} that write slowly and ${STALLED_UPLOADS} stalled uploads keep nobody out, and all are cut`, async (t) => {
  const files = Number(spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout);
  assert.ok(
    !(files < 4_096),
    `This test needs 4,096 open files, and the limit is ${files}: raise it with ulimit -n.`,
  );
  const api = await startRealApi(t);
  const stalled: string[] = [];
  for (let index = 0; index < STALLED_UPLOADS; index += 1) stalled.push(await sentPage(api));
  const ours = await sentPage(api);
  const player = agentFrom(t, '127.0.0.9');
  await readFor(api, player, 1_000);
  const memoryBeforeMb = api.memoryMb();

  // One after another, because a thousand requests at once would be an attack of another kind.
  const unread: BadClient[] = [];
  const openUnread = setInterval(() => {
    const client = openBad(t, api, 'does not read', '127.0.1.1');
    client.socket.pause();
    if (unread.length % 5 > 0) client.socket.write(ASK.repeat(60));
    else askUntilFull(client.socket);
    unread.push(client);
    if (unread.length === UNREAD) clearInterval(openUnread);
  }, OPENED_WITHIN_MS / UNREAD);
  t.after(() => clearInterval(openUnread));
  const slow = Array.from({ length: SLOW_WRITERS }, (_, index) => {
    const client = openBad(t, api, 'writes slowly', '127.0.1.2');
    const text =
      index % 2 === 0
        ? `GET /v1/balance HTTP/1.1\r\nX-Long: ${'x'.repeat(1_000)}`
        : `POST /v1/deposits HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n${' '.repeat(1_000)}`;
    let at = text.length - 900;
    client.socket.write(text.slice(0, at));
    const drip = setInterval(() => client.socket.write(text.slice(at, (at += 1))), 500);
    client.socket.once('close', () => clearInterval(drip));
    return client;
  });
  const body = multipart([{ content: pdf('', 2_000_000) }]);
  const uploads = stalled.map((path) => {
    const client = openBad(t, api, 'stalls', '127.0.1.3');
    client.socket
      .resume()
      .write(
        `POST ${path}/details HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body.toString('latin1', 0, 50_000)}`,
      );
    return client;
  });

  const startedMs = performance.now();
  let [memoryMb, rounds, longestMs] = [0, 0, 0];
  const timed = async (work: Promise<{ status: number }>, status: number): Promise<void> => {
    const beganMs = performance.now();
    assert.equal((await work).status, status);
    longestMs = Math.max(longestMs, performance.now() - beganMs);
  };
  while (performance.now() - startedMs < ALL_CUT_WITHIN_MS) {
    await timed(send(api.url, { method: 'GET', path: ours }, player), 200);
    await timed(send(api.url, sign(api.partner, { method: 'GET', path: '/v1/balance' }), player), 200);
    if (rounds === 2) {
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
      await timed(send(api.url, { path: `${ours}/details`, headers, body }, player), 303);
    }
    memoryMb = Math.max(memoryMb, api.memoryMb());
    rounds += 1;
    await sleep(100);
  }
  // A client that does not read sees its end only when it reads.
  for (const { socket } of unread) socket.resume();
  assert.equal(unread.length, UNREAD);
  const uncut = (): BadClient[] => [...unread, ...slow, ...uploads].filter((client) => !client.isCut());
  const sawEndByMs = performance.now() + END_SEEN_WITHIN_MS;
  while (uncut().length > 0 && performance.now() < sawEndByMs) await sleep(100);
  const left = uncut().map(({ kind }) => kind);
  t.diagnostic(
    `${rounds} rounds, the slowest answer ${longestMs.toFixed(0)} ms; ${api.cpuSeconds()} s of CPU; memory ${memoryBeforeMb.toFixed(0)} MB before, ${memoryMb.toFixed(0)} MB at most`,
  );
  assert.deepEqual([...new Set(left)], [], `${left.length} are not cut`);
  assert.ok(longestMs <= SERVED_WITHIN_MS, `${longestMs.toFixed(0)} ms`);
  assert.ok(
    memoryMb - memoryBeforeMb <= MOST_MORE_MEMORY_MB,
    `${(memoryMb - memoryBeforeMb).toFixed(0)} MB more`,
  );
});
