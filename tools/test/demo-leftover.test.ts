import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimDirectory } from '../demo/claim.ts';
import { endLeftover } from '../demo/leftover.ts';
import { isAlive } from '../demo/process.ts';

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-leftover-'));
  t.after(async () => await rm(directory, { recursive: true, force: true }));
  return directory;
}

/** A program with any name that ends on SIGINT. */
async function startStranger(t: TestContext, ...words: string[]): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid ?? assert.fail();
}

test('a process number that now belongs to another program gets no signal, and a sentence says what to do', async (t) => {
  const directory = await temporaryDirectory(t);
  // It even names the directory, like an editor that has a file of it open.
  const pid = await startStranger(t, 'postgres', directory);
  await writeFile(join(directory, 'postmaster.pid'), `${pid}\n${directory}\n`);
  await assert.rejects(endLeftover(directory), new RegExp(`names process ${pid}.*remove the file`));
  await sleep(200);
  assert.ok(isAlive(pid));
});

test('a directory without a leftover, or with the number of an ended program, is ready to use', async (t) => {
  const directory = await temporaryDirectory(t);
  await endLeftover(directory);
  // More than the largest process number of Linux.
  await writeFile(join(directory, 'postmaster.pid'), '4194305\n');
  await endLeftover(directory);
});

test('a directory can be claimed again after its demo has ended or was killed', async (t) => {
  const directory = await temporaryDirectory(t);
  const pid = await startStranger(t);
  for (const old of ['4194305', String(pid), '', 'nonsense']) {
    await writeFile(join(directory, 'demo.pid'), old);
    const claim = await claimDirectory(directory);
    await claim.release();
  }
  const demo = await startStranger(t, 'tools/demo.ts');
  await writeFile(join(directory, 'demo.pid'), String(demo));
  await assert.rejects(claimDirectory(directory), /A demo already runs/);
});
