import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../harness/database.ts';
import { insertPartner } from '../harness/factories.ts';
import { jsonOf, manyVezneOn, vezneOn } from './vezne.ts';

/** The header of a picture of five pixels by three. */
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080003000501011100', 'hex');
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The header of a PNG, whatever its size. */
function png(width: number, height: number): Buffer {
  const header = Buffer.from('0000000d49484452000000000000000008060000005b36c5f8', 'hex');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([PNG_SIGNATURE, header]);
}

test('a logo is set from a file and removed again, and a bad logo is refused with the remedy', async (t) => {
  const database = await createTestDatabase(t);
  const vezne = manyVezneOn(t, database);
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

  for (const [width, height] of [
    [1, 2048],
    [2048, 1],
  ] as const) {
    const set = await vezne('partner', 'logo', name, await file('edge.png', png(width, height)));
    assert.equal(set.code, 0, set.stderr);
  }

  const large = await file('large.jpg', Buffer.concat([JPEG, Buffer.alloc(19_434 - JPEG.length)]));
  const most = await file('most.jpg', Buffer.concat([JPEG, Buffer.alloc(16_384 - JPEG.length)]));
  assert.equal((await vezne('partner', 'logo', name, most)).code, 0);
  const garbage = await file('garbage.png', Buffer.concat([PNG_SIGNATURE, Buffer.from('hello')]));
  const flat = await file('flat.png', png(32, 0));
  const wide = await file('wide.png', png(2049, 32));
  const drawing = await file('logo.jpg', Buffer.from('<svg/>'));
  for (const [words, code, problem] of [
    [[name, large], 1, /large\.jpg is larger than 16 KiB \(16,384 bytes\)/],
    [[name, garbage], 1, /The logo is damaged: its header is not whole\./],
    [[name, flat], 1, /The logo is 32 x 0 pixels, and each side may have 1 to 2048\./],
    [[name, wide], 1, /The logo is 2049 x 32 pixels/],
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
