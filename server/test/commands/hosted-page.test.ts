import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../harness/database.ts';
import { insertPartner } from '../harness/factories.ts';
import { jsonOf, vezneOn } from './vezne.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');

test('a logo is set from a file, taken away again, and refused with the remedy', async (t) => {
  const database = await createTestDatabase(t);
  const vezne = vezneOn(database);
  const { id, name } = await insertPartner(database.pool());
  const folder = await mkdtemp(join(tmpdir(), 'vezne-logo-'));
  t.after(async () => await rm(folder, { recursive: true }));
  const file = async (called: string, content: Buffer): Promise<string> => {
    await writeFile(join(folder, called), content);
    return join(folder, called);
  };

  const good = await file('logo.png', JPEG);
  assert.equal((await vezne('partner', 'logo', name, good)).stdout, `Partner ${name} has this logo now.\n`);
  assert.deepEqual(jsonOf(await vezne('partner', 'logo', id, good, '--json')), {
    partner: { id, name },
    changed: false,
  });
  const removed = await vezne('partner', 'logo', name, '--remove');
  assert.equal(removed.stdout, `Partner ${name} has no logo now.\n`);

  const large = await file('large.jpg', Buffer.concat([JPEG, Buffer.alloc(50_000)]));
  const drawing = await file('logo.jpg', Buffer.from('<svg/>'));
  for (const [words, code, problem] of [
    [[name, large], 1, /16 KiB is the most/],
    [[name, drawing], 1, /none of PNG, JPEG and WebP/],
    [[name, join(folder, 'nowhere.png')], 1, /could not be read \(ENOENT\)/],
    [[name, folder], 1, /could not be read \(EISDIR\)/],
    [['Nobody', good], 1, /There is no partner "Nobody"/],
    [[name], 2, /either a file or --remove/],
    [[name, good, '--remove'], 2, /either a file or --remove/],
  ] as const) {
    const refused = await vezne('partner', 'logo', ...words);
    assert.equal(refused.code, code, refused.stderr);
    assert.match(refused.stderr, problem);
  }
});

test('the limit of FAST transfers is set and shown', async (t) => {
  const vezne = vezneOn(await createTestDatabase(t));
  assert.match((await vezne('limits', 'show')).stdout, /FAST transfers up to +100,?000\.00/);
  const set = await vezne('limits', 'set', '--fast-limit', '0.00');
  assert.equal(set.code, 0, set.stderr);
  assert.match((await vezne('limits', 'show')).stdout, /FAST transfers up to +0\.00/);
});
