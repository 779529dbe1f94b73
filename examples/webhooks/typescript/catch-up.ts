/** `node catch-up.ts [EVENT_ID]`: processes every event after that one which no webhook has brought. */
import { createVezneClient } from '@vezne/sdk';
import pg from 'pg';
import { credit } from './credit.ts';
import { postgresStore } from './postgres-store.ts';

const vezne = createVezneClient({
  baseUrl: process.env['VEZNE_URL'] ?? '',
  apiKey: process.env['VEZNE_API_KEY'] ?? '',
  apiSecret: process.env['VEZNE_API_SECRET'] ?? '',
  hashSecret: process.env['VEZNE_HASH_SECRET'] ?? '',
});
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
const store = postgresStore(pool);

for await (const event of vezne.allEvents({ after: process.argv[2] })) {
  const result = await store.once(event.eventId, async (client) => await credit(event, client));
  process.stdout.write(`${event.eventId} ${event.event} ${result}\n`);
}
await pool.end();
