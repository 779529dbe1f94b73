import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { SHOP_MAIN, shopEnvironment } from '../demo/shop.ts';
import { startSurface } from '../demo/surfaces.ts';
import { claimPorts } from '../ports/claim.ts';

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-surfaces-'));
  t.after(async () => await rm(directory, { recursive: true, force: true }));
  return directory;
}

test('a shop whose port is taken is reported with its own log, not with the log of an earlier one', async (t) => {
  const directory = await temporaryDirectory(t);
  const port = await claimPorts();
  const other = createServer().listen(port, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  await writeFile(join(directory, 'shop.log'), 'words of yesterday\n');
  const env = shopEnvironment(directory, {
    partner: { name: 'Shop', apiKey: 'key', apiSecret: 'secret', hashSecret: 'hash' },
    webhook: { endpointId: 'endpoint', secret: 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCE=' },
    apiUrl: 'http://127.0.0.1:1',
    port,
  });
  const error = await startSurface('shop', { program: [SHOP_MAIN], directory, env }).catch(
    (caught: unknown) => caught,
  );
  assert.match(String(error), /The shop did not start\. The end of .*shop\.log:.*EADDRINUSE/s);
  assert.match(String(error), new RegExp(`127\\.0\\.0\\.1:${port}`));
  assert.doesNotMatch(String(error), /yesterday/);
});

test('a surface that never gets ready is ended, and the error says that it logged nothing', async (t) => {
  const directory = await temporaryDirectory(t);
  const program = ['-e', 'setInterval(() => 0, 1000)'];
  await assert.rejects(
    startSurface('worker', { program, directory, env: {}, startsWithinMs: 500 }),
    /The worker did not start within 0\.5 s\. It has written nothing/,
  );
});
