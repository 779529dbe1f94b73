/** A partner for whom nothing is created but between two faults: repeats of its deposits are answered by a look-up alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../random.ts';
import type { ClientLog } from './client-log.ts';
import { createCreates } from './creates.ts';
import type { Creates } from './creates.ts';
import type { Installation } from './installation.ts';
import type { PartnerClient } from './partner-client.ts';
import { persistently } from './roles.ts';

const DEPOSITS = 50;
/** A process knows of a pause after two seconds. */
const PAUSE_IS_KNOWN_MS = 3_000;

export interface PausedPartner {
  creates: Creates;
  /** So that a fault meets deposits that are seconds old, and paused when it begins. */
  renew(): Promise<void>;
}

export function createPaused(
  { owner, paused: partner }: Pick<Installation, 'owner' | 'paused'>,
  { client, log, seed }: { client: PartnerClient; log: ClientLog; seed: number },
): PausedPartner {
  const creates = createCreates('paused', partner, { client, log, random: createRandom(seed) });
  let count = 0;
  const pause = async (isPaused: boolean): Promise<void> => {
    const sql = 'update partner set deposits_paused = $2 where id = $1';
    await persistently(async () => await owner.query(sql, [partner.id, isPaused]));
  };
  return {
    creates,
    async renew() {
      // The first ones find it as it is made.
      if (count > 0) await pause(false);
      const numbers = Array.from({ length: DEPOSITS }, (_, index) => count + index);
      count += DEPOSITS;
      // An api that has not heard of it yet refuses, and is asked again.
      await Promise.all(numbers.map(async (number) => await creates.create(number)));
      await pause(true);
      await sleep(PAUSE_IS_KNOWN_MS);
    },
  };
}
