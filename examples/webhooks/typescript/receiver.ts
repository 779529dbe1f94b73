import { createServer } from 'node:http';
import { createWebhookHandler, nodeHandler } from '@vezne/sdk';
import pg from 'pg';
import { credit } from './credit.ts';
import { postgresStore } from './postgres-store.ts';

const onError = (error: Error): void => void process.stderr.write(`${error.stack ?? error.message}\n`);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
pool.on('error', onError); // without it, a restart of the database would end this process

const handler = createWebhookHandler({
  // One secret; while it is being replaced, two with a space between them.
  secrets: (process.env['VEZNE_WEBHOOK_SECRET'] ?? '').split(' '),
  store: postgresStore(pool),
  onEvent: credit,
  onError,
});

createServer(nodeHandler(handler)).listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1');
