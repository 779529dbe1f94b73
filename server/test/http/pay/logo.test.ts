import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commandLineActor } from '@vezne/domain/actor';
import { createDatabase } from '../../../src/db/kysely.ts';
import { setLogo } from '../../../src/usecases/partners/set-logo.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows } from '../../usecases/administration.ts';
import { get, newPage } from './pages.ts';

/** A picture of one pixel, padded to the given size. */
const png = (bytes = 70): Buffer =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.alloc(bytes - 70),
  ]);

async function set(api: TestApi, content: Buffer | null): Promise<boolean> {
  const context = { db: createDatabase(api.database.pool('vezne_admin')), actor: commandLineActor('ayse') };
  return (await setLogo(context, { partner: api.partner.name, content })).isChanged;
}

function logoAddress(page: string): string | undefined {
  return /<img class="logo" src="([^"]+)" alt="">/.exec(page)?.[1];
}

suite('the logo of a partner', { concurrency: 4 }, () => {
  test('replaces the letter on its pages until it is removed, and the audit log records both', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    assert.match((await get(api, path)).text, /<span class="monogram" aria-hidden="true">P<\/span>/);
    assert.equal((await get(api, `${path}/logo`)).status, 404);

    assert.equal(await set(api, png()), true);
    assert.equal(await set(api, png()), false);
    const { text, headers } = await get(api, path);
    assert.doesNotMatch(text, /monogram/);
    const address = logoAddress(text) ?? '';
    assert.ok(address.startsWith(`${path}/logo?v=`), address);
    assert.ok(text.includes(`<link rel="icon" href="${address}">`));
    assert.match(String(headers['content-security-policy']), /; img-src 'self'$/);
    const logo = await get(api, address);
    assert.equal(logo.status, 200);
    assert.equal(logo.headers['content-type'], 'image/png');
    assert.equal(logo.headers['content-length'], '70');
    assert.equal(logo.headers['x-content-type-options'], 'nosniff');
    assert.equal(logo.headers['cache-control'], 'private, max-age=86400, immutable');

    assert.equal(await set(api, png(16_384)), true);
    assert.notEqual(logoAddress((await get(api, path)).text), address, 'another picture has another address');
    assert.equal(await set(api, null), true);
    assert.equal(await set(api, null), false);
    assert.equal(logoAddress((await get(api, path)).text), undefined);
    assert.deepEqual(
      (await auditRows(api.owner)).map(({ actor, action }) => `${actor} ${action}`),
      ['ayse partner.set_logo', 'ayse partner.set_logo', 'ayse partner.remove_logo'],
    );
  });

  test('is shown only to a visitor with the address of a page', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    await set(api, png());
    assert.equal((await get(api, `${path}x/logo`)).status, 404);
    assert.doesNotMatch((await get(api, `${path}x`)).text, /<img/);
  });

  test('must be a picture by its content, and at most 16 KiB', async (t) => {
    const api = await startTestApi(t);
    await assert.rejects(
      set(api, png(16_385)),
      refusedFor('logo_too_large', { bytes: 16_385, maxBytes: 16_384 }),
    );
    for (const text of ['', '<svg onload="alert(1)"/>', 'GIF89a', '%PDF-1.7'])
      await assert.rejects(set(api, Buffer.from(text)), refusedFor('logo_type_unknown'));
    assert.deepEqual(await auditRows(api.owner), []);
  });
});
