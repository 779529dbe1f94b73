/** A cluster of three is restored to a moment, by the way of docs/backup.md: as one server first, and made anew from it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openKit } from './cluster-kit/kit.ts';

const INSIDE = fileURLToPath(new URL('cluster-restore/inside.ts', import.meta.url));
/** It takes less than one minute on a machine that does little else. */
const WITHIN_MS = 300_000;

test('a cluster comes back at a moment, says what is gone, and goes on with two standbys', async (t) => {
  process.env['VEZNE_HA_ARCHIVE'] = '1';
  const kit = await openKit(t);
  await kit.run('up');
  // Whoever asks the databases stands where the services do: in a process of its own, which is not taken for a part of this test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const node = [process.execPath, '--test', '--test-reporter=tap', '--test-force-exit', INSIDE];
  const { stdout } = await promisify(execFile)('ip', ['netns', 'exec', `${kit.prefix}-hub`, ...node], {
    env: { ...env, VEZNE_HA_DIR: kit.directory },
    timeout: WITHIN_MS,
    killSignal: 'SIGKILL',
  }).catch((error: { stdout?: string; stderr?: string }) => assert.fail(`${error.stdout}${error.stderr}`));
  assert.match(stdout, /^# pass 1$/m, stdout);
  for (const [, took = ''] of stdout.matchAll(/^# (took .*)$/gm)) t.diagnostic(took);
});
