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

/** A program that ends at a SIGINT, named as it likes. */
async function startStranger(t: TestContext, ...words: string[]): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid ?? assert.fail();
}

test('a number that belongs to another program by now is not signalled, and a sentence says what to do', async (t) => {
  const directory = await temporaryDirectory(t);
  // It even speaks of the directory, as an editor that has a file of it open does.
  const pid = await startStranger(t, 'postgres', directory);
  await writeFile(join(directory, 'postmaster.pid'), `${pid}\n${directory}\n`);
  await assert.rejects(endLeftover(directory), new RegExp(`names process ${pid}.*remove the file`));
  await sleep(200);
  assert.ok(isAlive(pid));
});

test('a directory without a leftover, or with the number of a program that has ended, is ready', async (t) => {
  const directory = await temporaryDirectory(t);
  await endLeftover(directory);
  // Beyond the largest process number that Linux gives out.
  await writeFile(join(directory, 'postmaster.pid'), '4194305\n');
  await endLeftover(directory);
});

test('a directory is claimed again after its demo has ended or was killed, and its claim released', async (t) => {
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
