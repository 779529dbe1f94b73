import type pg from 'pg';
import { createPool } from '../../server/src/db/pool.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';

/** Opens the single connection of one person or process. `no` is the number of the connection in the test. */
export type OpenPool = (url: string, no: number) => pg.Pool;

export const APPLICATION_NAME = 'chaos';

export const openPool: OpenPool = (url) =>
  createPool({ url, maxConnections: 1, applicationName: APPLICATION_NAME, log: silentLog });
