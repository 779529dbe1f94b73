/** The shop: `node examples/shop/main.ts`, configured by the environment. README.md says how. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVezneClient } from '@vezne/sdk';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import type { Shop } from './shop.ts';
import { keepResending } from './vezne/resend.ts';
import { createSender } from './vezne/send.ts';
import { webhookListener } from './vezne/webhooks.ts';
import { pageListener } from './web/listener.ts';

const WEBHOOK_PATH = '/webhooks/vezne';

const config = readConfig();
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const database = openDatabase(config.databaseFile);
const server = createServer().listen(config.port, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const shop: Shop = {
  config: { ...config, publicUrl: config.publicUrl ?? url },
  database,
  vezne: createVezneClient({ ...config.vezne, onRetry: ({ reason }) => log(`Sending again: ${reason}.`) }),
  log,
};
const sender = createSender(shop);
const onWebhook = webhookListener(shop);
const onPage = pageListener(shop, sender);
server.on('request', (request, response) => {
  // Before anything reads the body: a signature covers its raw bytes.
  if (request.url === WEBHOOK_PATH) onWebhook(request, response);
  else onPage(request, response);
});
void keepResending(shop, sender);
process.send?.({ ready: url });
log(`The shop is at ${shop.config.publicUrl}, and takes webhooks at ${url}${WEBHOOK_PATH}.`);

await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), once(process, 'disconnect')]);
// Unfinished payments are in the database, and continue after the next start.
process.exit();
