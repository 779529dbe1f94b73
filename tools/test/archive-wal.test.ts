import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const ARCHIVE_WAL = fileURLToPath(new URL('../../deploy/backup/archive-wal', import.meta.url));
const NAME = '000000010000000000000007';

async function folders(t: TestContext): Promise<{ segment: string; archive: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-archive-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const archive = join(directory, 'wal');
  await mkdir(archive);
  const segment = join(directory, NAME);
  await writeFile(segment, 'what was committed');
  return { segment, archive };
}

function archiveWal(segment: string, archive: string, path = ''): number | null {
  const env = { ...process.env, PATH: `${path}:${process.env['PATH']}` };
  return spawnSync(ARCHIVE_WAL, [segment, NAME, archive], { stdio: 'ignore', env }).status;
}

test('a segment is in the archive, whole and alone', async (t) => {
  const { segment, archive } = await folders(t);
  assert.equal(archiveWal(segment, archive), 0);
  assert.deepEqual(await readdir(archive), [`${NAME}.gz`]);
  assert.equal(gunzipSync(await readFile(join(archive, `${NAME}.gz`))).toString(), 'what was committed');
});

test('a segment may be archived again, after a crash, and what another server wrote under its name stays', async (t) => {
  const { segment, archive } = await folders(t);
  assert.equal(archiveWal(segment, archive), 0);
  assert.equal(archiveWal(segment, archive), 0);
  await writeFile(segment, 'of another server');
  assert.notEqual(archiveWal(segment, archive), 0);
  assert.equal(gunzipSync(await readFile(join(archive, `${NAME}.gz`))).toString(), 'what was committed');
});

test('what is there already is on the disk before PostgreSQL deletes its own', async (t) => {
  const { segment, archive } = await folders(t);
  assert.equal(archiveWal(segment, archive), 0);
  const tools = join(archive, '..', 'tools');
  await mkdir(tools);
  await writeFile(join(tools, 'sync'), `#!/bin/sh\necho "$@" >> ${tools}/synced\n`, { mode: 0o755 });
  assert.equal(archiveWal(segment, archive, tools), 0);
  assert.equal(await readFile(join(tools, 'synced'), 'utf8'), `${join(archive, NAME)}.gz ${archive}\n`);
});

test('PostgreSQL keeps a segment when the archive is away', async (t) => {
  const { segment, archive } = await folders(t);
  await rm(archive, { recursive: true });
  assert.notEqual(archiveWal(segment, archive), 0);
});

test('what a crash left half written is written anew', async (t) => {
  const { segment, archive } = await folders(t);
  await writeFile(join(archive, `${NAME}.gz.part`), 'hal');
  assert.equal(archiveWal(segment, archive), 0);
  assert.deepEqual(await readdir(archive), [`${NAME}.gz`]);
});
