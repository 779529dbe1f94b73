/** The open pages, as a process of their own: what they take must not be measured as the partner's wait. */
import { setPriority } from 'node:os';
import { Pool } from 'undici';
import { percentile99 } from '../webhooks/quantiles.ts';

/** Pages that ask equally often. */
export interface AskingPages {
  paths: string[];
  everyMs: number;
}

export interface Questions {
  url: string;
  pages: AskingPages[];
  /** Asked before anything is counted: the service reads each page once before it knows it. */
  warmUpSeconds: number;
  seconds: number;
}

export interface Answers {
  asked: number;
  failed: number;
  p99Ms: number;
}

/** Short: phones don't ask in step, and what a hundred of them ask at once would be waited for by everybody. */
const TICK_MS = 3;
/** As a proxy in front of the api would have. */
const CONNECTIONS = 128;

/** By the clock, however late the answers are. */
async function ask({ url, pages, warmUpSeconds, seconds }: Questions): Promise<Answers> {
  // Of Node's clients the cheapest: phones have processors of their own, and these here must leave the api its.
  const pool = new Pool(url, { connections: CONNECTIONS });
  const tookMs: number[] = [];
  const underWay: Promise<void>[] = [];
  let [counted, failed] = [0, 0];
  const askOnce = async (path: string, isCounted: boolean): Promise<void> => {
    const startMs = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path: `${path}/state` });
    await body.dump();
    if (statusCode !== 200) failed += 1;
    if (!isCounted) return;
    counted += 1;
    tookMs.push(performance.now() - startMs);
  };
  const asked = pages.map(() => 0);
  const startMs = performance.now();
  const endMs = (warmUpSeconds + seconds) * 1_000;
  for (let nowMs = 0; nowMs < endMs; nowMs = performance.now() - startMs) {
    const isCounted = nowMs >= warmUpSeconds * 1_000;
    for (const [group, { paths, everyMs }] of pages.entries()) {
      let count = asked[group] ?? 0;
      for (; count < (paths.length * nowMs) / everyMs; count++)
        underWay.push(askOnce(paths[count % paths.length] ?? '', isCounted));
      asked[group] = count;
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(underWay);
  await pool.close();
  return { asked: counted, failed, p99Ms: tookMs.length === 0 ? 0 : percentile99(tookMs) };
}

// Phones have processors of their own: here they take what the service leaves.
setPriority(10);
process.once('message', (questions: Questions) => {
  void ask(questions).then((answers) => process.send?.(answers, () => process.disconnect()));
});
