/** Every screen of webhooks that did not arrive, and how one gets there. */
import type { Page } from 'playwright-core';
import { insertEndpoint } from '../../../server/test/harness/webhook-endpoints.ts';
import type { RunningConsole } from '../console.ts';
import { openMorning } from '../morning.ts';
import { dialog, goAs, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

interface Trouble {
  partnerName: string;
  url: string;
  status?: 'paused';
  minutesAgo: number;
  states: readonly ('pending' | 'parked')[];
  /** Its last answer; without one, no answer came. */
  answer?: string;
}

const TROUBLES: readonly Trouble[] = [
  {
    partnerName: 'Mavi Oyun',
    url: 'https://api.mavioyun.example/integrations/payments/vezne/webhooks',
    minutesAgo: 95,
    states: ['parked', 'parked', 'pending', 'pending', 'pending'],
    answer:
      '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>',
  },
  {
    partnerName: 'Kuzey Spor',
    url: 'https://kuzeyspor.example/hooks',
    status: 'paused',
    minutesAgo: 7,
    states: ['pending'],
  },
];

const filled = new WeakMap<RunningConsole, Promise<string>>();

/** Returns the id of the endpoint with the most trouble. */
async function fill({ owner }: RunningConsole): Promise<string> {
  const ids: string[] = [];
  for (const { partnerName, url, status, minutesAgo, states, answer } of TROUBLES) {
    const { partnerId, approved } = await openMorning(owner, { partnerName });
    const { id } = await insertEndpoint(owner, { partnerId, url, ...(status !== undefined && { status }) });
    ids.push(id);
    for (const [index, state] of states.entries()) {
      const transactionId = await approved({ reference: `${partnerName.slice(0, 1)}-${77_410 + index}` });
      await owner.query(
        `update event set occurred_at = now() - make_interval(mins => $2) where transaction_id = $1`,
        [transactionId, minutesAgo - index],
      );
      await owner.query(
        `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at)
         select $1, id, feed_no, external_reference, $3, 3, now() + interval '1 hour' from event where transaction_id = $2`,
        [id, transactionId, state],
      );
      await owner.query(
        `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start, error)
         select $1, id, 3, now() - interval '4 minutes', 41, $3, $4, $5 from event where transaction_id = $2`,
        [id, transactionId, ...(answer === undefined ? [null, null, 'timeout'] : [502, answer, null])],
      );
    }
  }
  await owner.query('update webhook_endpoint set last_feed_no = (select max(feed_no) from event)');
  return ids[0] ?? '';
}

async function filledOf({ production }: World): Promise<string> {
  const filling = filled.get(production) ?? fill(production);
  filled.set(production, filling);
  return await filling;
}

/** An endpoint with what it did not take, as somebody sees it who may send it again. */
async function endpoint(page: Page, world: World): Promise<void> {
  const id = await filledOf(world);
  await goAs(page, world, { roles: ['administrator'] }, `/undelivered/${id}`);
  await page.getByRole('complementary').locator('footer button').waitFor();
}

const LISTED = /\/api\/undelivered\/(endpoints|parked)(\?|$)/;

export const UNDELIVERED_SCREENS: readonly Screen[] = [
  {
    name: 'undelivered-empty',
    open: async (page, world) => {
      await goTo(page, world, '/undelivered');
      await page.getByText(/Her bildirim iletildi|Everything was delivered/).waitFor();
    },
  },
  {
    name: 'undelivered',
    open: async (page, world) => {
      await filledOf(world);
      await goTo(page, world, '/undelivered');
      await page.locator('[role=rowgroup] [role=row]').first().waitFor();
    },
  },
  { name: 'undelivered-endpoint', open: endpoint },
  ...(['r', 'Shift+R'] as const).map((keys, index): Screen => ({
    name: ['undelivered-replay', 'undelivered-replay-all'][index] ?? '',
    open: async (page, world) => {
      await endpoint(page, world);
      await page.keyboard.press(keys);
      await dialog(page);
    },
  })),
  {
    name: 'undelivered-operator',
    open: async (page, world) => {
      await goTo(page, world, `/undelivered/${await filledOf(world)}`);
      await page.getByText(/Yeniden göndermeyi yöneticiler yapar|Administrators send/).waitFor();
    },
  },
  {
    name: 'undelivered-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(LISTED, async () => undefined);
      await goTo(page, world, '/undelivered');
      await page.locator('[aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'undelivered-failed',
    open: async (page, world) => {
      await page.route(LISTED, async (route) => await route.abort());
      await goTo(page, world, '/undelivered');
      await page.locator('main').getByRole('alert').waitFor();
    },
  },
];
