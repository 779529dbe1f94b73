import { setTimeout as sleep } from 'node:timers/promises';
import { createAgent, post } from '../../server/test/harness/client.ts';
import type { Answer, Credentials } from '../../server/test/harness/client.ts';
import { depositBody } from '../../server/test/harness/factories.ts';

/** What a partner was told. */
export interface Told {
  reference: string;
  transactionId: string;
  status: string;
}

export interface PartnerLoad {
  told: readonly Told[];
  /** Answers that were neither a success nor missing. */
  refused: readonly string[];
  readonly unanswered: number;
  /** The slowest create since it was asked last, in milliseconds. */
  slowest(): number;
  stop(): Promise<void>;
}

const AT_A_TIME = 8;
const PAUSE_MS = 20;

/** A partner that creates deposits all the time and cancels every second one. What is not answered is sent again. */
export function startPartnerLoad(credentials: Credentials, urls: () => readonly string[]): PartnerLoad {
  const agent = createAgent();
  const told: Told[] = [];
  const refused: string[] = [];
  const stopping = new AbortController();
  let unanswered = 0;
  let slowestMs = 0;
  let sent = 0;

  async function untilAnswered(path: string, body: unknown): Promise<Answer> {
    for (;;) {
      try {
        return await post(urls()[sent++ % urls().length] ?? '', credentials, path, body, agent);
      } catch {
        unanswered += 1;
        await sleep(PAUSE_MS);
      }
    }
  }

  async function createOne(isCancelled: boolean): Promise<void> {
    const body = depositBody({
      customer: { id: `player-${sent % 500}`, username: 'ayse', fullName: 'Ayşe' },
    });
    const startedMs = performance.now();
    const created = await untilAnswered('/v1/deposits', body);
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    if (created.status !== 201) {
      refused.push(`${created.status} ${created.text}`);
      return;
    }
    const { id } = (created.json as { transaction: { id: string } }).transaction;
    let status = 'waiting_payment';
    if (isCancelled) {
      const cancelled = await untilAnswered(`/v1/transactions/${id}/cancel`, undefined);
      if (cancelled.status === 200) status = 'rejected';
      else refused.push(`${cancelled.status} ${cancelled.text}`);
    }
    told.push({ reference: body.externalReference, transactionId: id, status });
  }

  const running = Array.from({ length: AT_A_TIME }, async () => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      await createOne(count % 2 === 1);
      await sleep(PAUSE_MS);
    }
  });
  return {
    told,
    refused,
    get unanswered() {
      return unanswered;
    },
    slowest() {
      const ms = slowestMs;
      slowestMs = 0;
      return ms;
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
      agent.destroy();
    },
  };
}
