/** "Try a receiver" of docs/receivers.md: every command as it is printed, by a shell, but for the port. */
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run, TIMEOUT_MS } from './languages.ts';
import { startReceiver } from './webhook-receivers.ts';

const [, section = ''] =
  /^## Try a receiver\n(.*?)^## /ms.exec(
    readFileSync(new URL('../docs/receivers.md', import.meta.url), 'utf8'),
  ) ?? [];
const [startPhp = '', startPython = '', send = '', showPhp = '', showPython = '', ...more] = [
  ...section.matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, block = '']) => block);

/** An empty folder with the receiver, as a reader has saved it. */
async function folderWith(t: TestContext, file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-try-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  const language = file.endsWith('.php') ? 'php' : 'python';
  await copyFile(fileURLToPath(new URL(`webhooks/${language}/${file}`, import.meta.url)), join(folder, file));
  return folder;
}

for (const { file, start, show, credited } of [
  {
    file: 'receiver.php',
    start: startPhp,
    show: showPhp,
    credited:
      '{"credits":{"txn_01a1de8aca967c41b3f05e92d8a7641b":92150},"processedEvents":{"evt_01a1de9f31f07a5c8e07d2b46c91f358":true}}',
  },
  {
    file: 'receiver.py',
    start: startPython,
    show: showPython,
    credited: "[('txn_01a1de8aca967c41b3f05e92d8a7641b', 'order-1001', 92150)]",
  },
]) {
  test(`${file} takes an event twice and credits it once, by the commands of docs/receivers.md`, async (t) => {
    const cwd = await folderWith(t, file);
    // exec, so that what is stopped at the end is the receiver and not its shell.
    const toStart = (port: number) =>
      start.replace('8080', String(port)).replace(/^(php|python3) /m, 'exec $1 ');
    const url = await startReceiver(t, (port) => ['bash', '-c', toStart(port)], {}, { cwd });
    const bash = async (script: string) => {
      const ported = script.replace('http://127.0.0.1:8080/', url);
      const { stdout } = await run('bash', ['-c', ported], { cwd, timeout: TIMEOUT_MS });
      return stdout.trimEnd();
    };
    assert.equal(await bash(send), '200\n200');
    assert.equal(await bash(show), credited);
    const changed = send.replace('--data-binary "$BODY"', '--data-binary "${BODY/92150/99999}"');
    assert.notEqual(changed, send);
    assert.equal(await bash(changed), '401\n401');
    assert.equal(await bash(show), credited);
  });
}

test('there are no other commands in that section', () => {
  assert.deepEqual(more, []);
  assert.notEqual(showPython, '');
});
