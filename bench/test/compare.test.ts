import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ORDERS, runComparison } from '../compare/rounds.ts';
import { SIDE_SCRIPT } from '../compare/side.ts';
import { checkOut } from '../compare/tree.ts';
import { judge } from '../compare/verdict.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A service that is busy with something else most of the time. */
const BUSY = `setInterval(() => { const until = performance.now() + 20; while (performance.now() < until); }, 1).unref()`;

test('a tree whose service does extra work costs more than the same tree without it', async (t) => {
  const pairs = await runComparison({
    name: 'approve',
    trees: { old: ROOT, new: ROOT },
    newNodeFlags: [`--import=data:text/javascript,${encodeURIComponent(BUSY)}`],
    pairs: 4,
    size: { operations: 200, warmUpSlices: 0, turns: 1, pairsPerStart: 4 },
    signal: t.signal,
    onStart: () => undefined,
    onPair: () => undefined,
  });
  assert.equal(pairs.length, 4);
  assert.equal(judge(pairs).says, 'costs more', JSON.stringify(pairs));
});

test('no side goes twice in a row, and each goes before each other one equally often', () => {
  const orders = ORDERS.map((order) => order.join(' '));
  assert.equal(new Set(orders).size, 6);
  for (const [index, order] of ORDERS.entries()) {
    assert.equal(new Set(order).size, 3);
    assert.notEqual(order.at(-1), ORDERS[(index + 1) % ORDERS.length]?.[0]);
  }
});

test('a commit is checked out with packages of its own tree, and only if it can be compared', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'vezne-bench-test-'));
  t.after(async () => await rm(root, { recursive: true }));
  const git = (...args: string[]): void => {
    const person = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
    const { status, stderr } = spawnSync('git', ['-C', root, ...person, ...args], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), text);
  };
  const options = { root, cache: join(root, '.cache'), signal: t.signal };

  git('init', '--quiet');
  await write('package-lock.json', '{}');
  await write('packages/domain/money.ts', 'old');
  git('add', '.');
  git('commit', '--quiet', '--message=old');
  await assert.rejects(checkOut('HEAD', options), /Commit HEAD has no bench\/compare\/side-process\.ts/);
  await assert.rejects(checkOut('nonsense', options), /nonsense|Needed a single revision/);

  await write(SIDE_SCRIPT, '');
  git('add', '.');
  git('commit', '--quiet', '--message=new');
  await mkdir(join(root, 'node_modules/@vezne'), { recursive: true });
  await symlink('../../packages/domain', join(root, 'node_modules/@vezne/domain'));
  const tree = await checkOut('HEAD', options);
  assert.equal(await readlink(join(tree, 'node_modules/@vezne/domain')), '../../packages/domain');
  assert.equal(
    await realpath(join(tree, 'node_modules/@vezne/domain')),
    join(await realpath(tree), 'packages/domain'),
  );
  assert.equal(await checkOut('HEAD', options), tree);
});
