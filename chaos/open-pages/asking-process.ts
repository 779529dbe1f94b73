/** The open pages, as a process of their own: what they take must not be measured as the partner's wait. */
import { createAgent, send } from '../../server/test/harness/client.ts';
import { percentile99 } from '../webhooks/quantiles.ts';

export interface Questions {
  url: string;
  paths: string[];
  everyMs: number;
  seconds: number;
}

export interface Answers {
  asked: number;
  failed: number;
  p99Ms: number;
}

const TICK_MS = 20;

/** By the clock, however late the answers are. */
async function ask({ url, paths, everyMs, seconds }: Questions): Promise<Answers> {
  const agent = createAgent(128);
  const tookMs: number[] = [];
  const underWay: Promise<void>[] = [];
  let [asked, failed] = [0, 0];
  const askOnce = async (path: string): Promise<void> => {
    const startMs = performance.now();
    const { status } = await send(url, { method: 'GET', path: `${path}/state` }, agent);
    tookMs.push(performance.now() - startMs);
    if (status !== 200) failed += 1;
  };
  const startMs = performance.now();
  for (let nowMs = 0; nowMs < seconds * 1_000; nowMs = performance.now() - startMs) {
    for (; asked < (paths.length * nowMs) / everyMs; asked++)
      underWay.push(askOnce(paths[asked % paths.length] ?? ''));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(underWay);
  agent.destroy();
  return { asked, failed, p99Ms: tookMs.length === 0 ? 0 : percentile99(tookMs) };
}

process.once('message', (questions: Questions) => {
  void ask(questions).then((answers) => process.send?.(answers, () => process.disconnect()));
});
