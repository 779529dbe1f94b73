import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { claimPorts } from '../../../../tools/ports/claim.ts';
import { CLEAN_ENVIRONMENT } from '../../harness/clean-environment.ts';
import { testKeysEnv } from '../../harness/keys.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

export interface TalkativeProcess {
  url: string;
  /** What it has written so far, to both of its outputs. */
  said: () => string;
  /** What it measures, if it serves that; undefined otherwise. */
  measured: () => Promise<string | undefined>;
  /** Ends it in order. */
  stop: () => Promise<void>;
}

/** A real process that writes as much as any can be told to. */
export async function startTalkative(
  t: TestContext,
  kind: 'api' | 'console' | 'portal' | 'worker',
  env: Record<string, string>,
): Promise<TalkativeProcess> {
  const metricsPort = await claimPorts();
  const child = spawn(process.execPath, [MAIN, kind], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...CLEAN_ENVIRONMENT,
      ...testKeysEnv,
      VEZNE_CELL: 'test',
      VEZNE_LOG_LEVEL: 'debug',
      VEZNE_METRICS_HOST: '127.0.0.1',
      VEZNE_METRICS_PORT: String(metricsPort),
      ...env,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  // "close" comes after the last words; "exit" may come before.
  const ended = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const ready = once(child, 'message').then(([message]) => String((message as { ready: unknown }).ready));
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined) throw new Error(`The ${kind} ended before it was ready:\n${said}`);
  return {
    url,
    said: () => said,
    measured: async () =>
      await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
        async (answer) => await answer.text(),
        () => undefined,
      ),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
