/** A process that makes every statement that waits and then ends. What it logs is on its standard output. */
import { pino } from 'pino';
import { systemClock } from '../../src/clock.ts';
import { createPool } from '../../src/db/pool.ts';
import { makeNextStatement } from '../../src/usecases/partner-statements/make.ts';

const log = pino();
const pool = createPool({
  url: process.env['VEZNE_WORKER_DATABASE_URL'] ?? '',
  maxConnections: 3,
  applicationName: 'statement-maker',
  log,
});
while (await makeNextStatement({ pool, clock: systemClock, log }));
await pool.end();
