import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createVezneClient } from '@vezne/sdk';
import { openDatabase } from './shop/database.ts';
import { addPayment, findUnsent, moveTo, newReference } from './shop/money/payments.ts';
import { enter, listPlayers } from './shop/players.ts';
import { createSender } from './shop/vezne/send.ts';

test('a withdrawal that was refused while it waited in the list of unsent payments is not sent again', async (t) => {
  let requests = 0;
  const service = createServer((_request, response) => {
    requests += 1;
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  const directory = await mkdtemp(join(tmpdir(), 'shop-'));
  const database = openDatabase(join(directory, 'shop.db'));
  t.after(async () => {
    database.close();
    service.close();
    await rm(directory, { recursive: true, force: true });
  });
  const { port } = service.address() as AddressInfo;
  const secrets = { apiKey: 'vzk_test_a', apiSecret: 'vzs_a', hashSecret: 'vzh_a' };
  const vezne = createVezneClient({ baseUrl: `http://127.0.0.1:${port}`, ...secrets });
  await enter(database, { username: 'ayse', fullName: 'Ayşe Işık' });
  const player_id = listPlayers(database.read)[0]?.id ?? '';
  const reference = newReference();
  await database.transaction((connection) =>
    addPayment(connection, {
      reference,
      kind: 'withdrawal',
      player_id,
      amount_cents: 100n,
      request: {},
    }),
  );
  const [listed] = findUnsent(database.read);
  assert.ok(listed);
  await database.transaction((connection) =>
    moveTo(connection, reference, { from: ['sending'], to: 'refused' }),
  );

  const dependencies = { database, vezne, log: () => undefined } as unknown as Parameters<
    typeof createSender
  >[0];
  await createSender(dependencies).send(listed);
  assert.equal(requests, 0, 'the player has the money back');
});
