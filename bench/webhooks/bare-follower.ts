import { createSecretKey } from 'node:crypto';
import { Pool } from 'undici';
import { webhookKey } from '@vezne/sdk/webhooks/secret';
import { webhookHeadersBy } from '@vezne/sdk/webhooks/signature';
import { createEventListener } from '../../server/src/db/event-channel.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { EVENT_COLUMNS } from '../../server/src/db/read/transactions/events.ts';
import type { EventView } from '../../server/src/db/read/transactions/events.ts';
import { toEventId } from '../../server/src/ids.ts';
import type { createLogger } from '../../server/src/log.ts';
import { eventBody } from '../../server/src/wire/event-body.ts';
import { PER_ENDPOINT } from './messages.ts';
import type { BareEndpoint } from './messages.ts';

const NEXT_SQL = `select e.partner_id as "partnerId", e.feed_no::int4 as "feedNo", ${EVENT_COLUMNS}
from unnest($1::uuid[], $2::int8[]) as known (partner_id, feed_no)
cross join lateral (select * from event where partner_id = known.partner_id and feed_no > known.feed_no order by feed_no limit 64) e`;

interface Followed {
  partnerId: string;
  path: string;
  keys: ReturnType<typeof createSecretKey>[];
  pool: Pool;
  feedNo: number;
}

/**
 * The least that a program does between a commit and its receipt: it is told, reads what is new and sends it. It owns nothing, keeps no
 * order, writes nothing and never tries again. What it takes is this machine's share of the product's time.
 */
export function followBare(
  endpoints: ReadonlyMap<string, BareEndpoint>,
  { databaseUrl, log }: { databaseUrl: string; log: ReturnType<typeof createLogger> },
): { stop: () => Promise<void> } {
  const database = createPool({
    url: databaseUrl,
    maxConnections: 1,
    applicationName: 'bare-follower',
    log,
    isPlannedOnce: true,
  });
  const followed = new Map([...endpoints].map(([partnerId, one]) => [partnerId, follow(partnerId, one)]));
  const sending = new Set<Promise<unknown>>();
  let reading: Promise<void> | undefined;
  let isNew = false;

  async function readUntilQuiet(): Promise<void> {
    while (isNew) {
      isNew = false;
      const all = [...followed.values()];
      const values = [all.map(({ partnerId }) => partnerId), all.map(({ feedNo }) => feedNo)];
      const { rows } = await database.query<EventView & { partnerId: string; feedNo: number }>({
        name: 'bare-follower',
        text: NEXT_SQL,
        values,
      });
      for (const row of rows) {
        const to = followed.get(row.partnerId);
        if (!to) continue;
        to.feedNo = Math.max(to.feedNo, row.feedNo);
        const sent = send(to, row).finally(() => sending.delete(sent));
        sending.add(sent);
      }
    }
    reading = undefined;
  }

  const listener = createEventListener({
    databaseUrl,
    log,
    onAnnounced() {
      isNew = true;
      reading ??= readUntilQuiet();
    },
  });
  listener.start();
  return {
    async stop() {
      await listener.stop();
      await reading;
      await Promise.all(sending);
      await Promise.all([...followed.values()].map(async ({ pool }) => await pool.close()));
      await database.end();
    },
  };
}

function follow(partnerId: string, { url, secret }: BareEndpoint): Followed {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: PER_ENDPOINT });
  return { partnerId, path: pathname, keys: [createSecretKey(webhookKey(secret))], pool, feedNo: 0 };
}

async function send({ pool, path, keys }: Followed, event: EventView): Promise<void> {
  const body = JSON.stringify(eventBody(event));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Vezne-Webhooks/1',
    ...webhookHeadersBy(keys, { id: toEventId(event.id), body }),
  };
  const answer = await pool.request({ path, method: 'POST', headers, body });
  await answer.body.dump();
}
