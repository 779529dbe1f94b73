import type { VezneClient } from '@vezne/sdk';
import type { Config } from './config.ts';
import type { Database } from './database.ts';

/** What every part of the shop works with. */
export interface Shop {
  config: Config & { publicUrl: string };
  database: Database;
  vezne: VezneClient;
  log: (line: string) => void;
}
