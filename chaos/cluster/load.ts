/** Work that comes by the clock, whatever is answered and however late: players don't stop coming in an outage. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPartner } from '../../server/test/harness/factories.ts';
import { createRandom } from '../random.ts';
import type { ClientLog } from './client-log.ts';
import { createCreates } from './creates.ts';
import type { Created, Creates } from './creates.ts';
import type { Desk } from './desk.ts';
import type { PartnerClient } from './partner-client.ts';
import { untilGivenUp } from './patience.ts';

/** One create in so many is decided: an approval costs more than a create, and all of it runs on two cores. */
const DECIDED_ONE_IN = 4;
/** One create in so many is followed by a repeat of an earlier one, and by one of the paused partner. */
const REPEATED_ONE_IN = 8;
const TICK_MS = 10;
const ASK_READY_EVERY_MS = 250;
/** Fifteen seconds were seen after a switchover. */
const READY_WITHIN_MS = 40_000;
const PRESS_AGAIN_AFTER_MS = 500;
/** At a hundred a second this is forty seconds without an answer. More would only cost memory. */
const MOST_OPEN = 4_000;

export interface Load {
  /** Begins nothing more, and waits until what is under way has ended. */
  stop(): Promise<void>;
}

interface Parts {
  client: PartnerClient;
  desk: Desk;
  log: ClientLog;
  /** Of the partner that is paused. */
  paused: Creates;
  partner: TestPartner;
  createsPerSecond: number;
  seed: number;
}

export function startLoad({ client, desk, log, paused, partner, createsPerSecond, seed }: Parts): Load {
  const main = createCreates('main', partner, { client, log, random: createRandom(seed) });
  const underWay = new Set<Promise<void>>();
  const begin = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const press = createPress(client, log);

  const story = async (number: number): Promise<void> => {
    const created = await main.create(number);
    if (created === undefined || number % DECIDED_ONE_IN !== 0) return;
    // Of the deposits every second player presses; for the others an operator confirms.
    if (created.pagePath !== undefined && number % (2 * DECIDED_ONE_IN) === 0) await press(created, number);
    desk.decide(created.id);
  };

  const startMs = performance.now();
  let begun = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startMs) / 1_000) * createsPerSecond);
    for (; begun < due; begun += 1) {
      if (underWay.size < MOST_OPEN) begin(story(begun));
      else log.note({ kind: 'dropped', at: Date.now() });
      if (begun % REPEATED_ONE_IN === 0) begin(main.repeatAny());
      if (begun % REPEATED_ONE_IN === REPEATED_ONE_IN / 2) begin(paused.repeatAny());
    }
  }, TICK_MS);
  const asking = setInterval(createAskReady(client, log), ASK_READY_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      log.note({ kind: 'load', at: Date.now(), apis: client.apis });
      await Promise.all(underWay);
      await untilAllReady(client);
      clearInterval(asking);
    },
  };
}

/** The player presses until a page comes back. */
function createPress(client: PartnerClient, log: ClientLog) {
  return async ({ id, pagePath = '' }: Created, number: number): Promise<void> => {
    // Each player has an address of their own.
    const address = `198.18.${(number >> 8) % 256}.${number % 256}`;
    for (const attempt of untilGivenUp()) {
      if (attempt > 1) await sleep(PRESS_AGAIN_AFTER_MS);
      const { text: _, api: __, ...reply } = await client.press(`${pagePath}/sent`, address);
      log.note({ kind: 'press', id, ...reply });
      if (reply.status >= 200 && reply.status < 400) return;
    }
    log.note({ kind: 'givenUp', at: Date.now(), act: 'press', of: id });
  };
}

/** An api says so a while after it acknowledges again. What is not ready even then is found. */
async function untilAllReady(client: PartnerClient): Promise<void> {
  const endAt = Date.now() + READY_WITHIN_MS;
  while (Date.now() < endAt) {
    const statuses = await Promise.all(
      Array.from({ length: client.apis }, async (_, api) => await client.ready(api)),
    );
    await sleep(2 * ASK_READY_EVERY_MS);
    if (statuses.every((status) => status === 200)) return;
  }
}

function createAskReady(client: PartnerClient, log: ClientLog): () => void {
  const last = new Map<number, number>();
  const ask = async (api: number): Promise<void> => {
    const status = await client.ready(api);
    if (last.get(api) !== status) log.note({ kind: 'ready', at: Date.now(), api, status });
    last.set(api, status);
  };
  return () => {
    for (let api = 0; api < client.apis; api += 1) void ask(api);
  };
}
