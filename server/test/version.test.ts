import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { runningVersion } from '../src/version.ts';

const HASH = '02c11d7a90f1'.padEnd(40, 'a');

async function rootWith(t: TestContext, files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'vezne-version-'));
  t.after(async () => await rm(root, { recursive: true }));
  for (const [path, text] of Object.entries({ 'package.json': '{"version":"1.2.3"}', ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

test('the version has the commit that is checked out, wherever git keeps it', async (t) => {
  for (const files of [
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${HASH}\n` },
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack-refs\n${HASH} refs/heads/main\n` },
    { '.git/HEAD': `${HASH}\n` },
  ])
    assert.equal(runningVersion(await rootWith(t, files)), '1.2.3+02c11d7a90f1');
});

test('without a history the version stands alone', async (t) => {
  for (const files of [{}, { '.git/HEAD': 'ref: refs/heads/main\n' }, { '.git': 'gitdir: /elsewhere\n' }])
    assert.equal(runningVersion(await rootWith(t, files)), '1.2.3');
});

test('files without a version are of an unknown one', async (t) => {
  assert.equal(runningVersion(await rootWith(t, { 'package.json': '{}' })), 'unknown');
});

test('this version fits into the column of the database', () => {
  assert.match(runningVersion(), /^\d+\.\d+\.\d+[!-~]{0,50}$/);
});
