import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createPace } from '../src/console/features/live/pace.ts';

const EVERY_MS = 500;

function start(t: { after: (run: () => void) => void }) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const page = { isHidden: false, show: (): void => undefined };
  let runs = 0;
  const pace = createPace(
    async () => {
      runs += 1;
    },
    EVERY_MS,
    {
      isHidden: () => page.isHidden,
      onShown(hear) {
        page.show = hear;
        return () => undefined;
      },
    },
  );
  return { pace, page, runs: () => runs };
}

/** Lets everything that waits for nothing but its turn run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

test('the first is read at once, and all that come meanwhile by one reading at the end of the pace', async (t) => {
  const { pace, runs } = start(t);
  for (let ask = 0; ask < 10; ask++) pace.ask();
  await settle();
  assert.equal(runs(), 1);
  mock.timers.tick(EVERY_MS - 1);
  await settle();
  assert.equal(runs(), 1);
  mock.timers.tick(1);
  await settle();
  assert.equal(runs(), 2);
  mock.timers.tick(10 * EVERY_MS);
  await settle();
  assert.equal(runs(), 2, 'nobody asked again');
});

test('a page that nobody sees reads nothing, and reads once when it is seen', async (t) => {
  const { pace, page, runs } = start(t);
  page.isHidden = true;
  pace.ask();
  pace.ask();
  await settle();
  assert.equal(runs(), 0);
  page.isHidden = false;
  page.show();
  await settle();
  assert.equal(runs(), 1);
  page.show();
  await settle();
  assert.equal(runs(), 1);
});

test('after the end nothing is read', async (t) => {
  const { pace, runs } = start(t);
  pace.stop();
  pace.ask();
  await settle();
  assert.equal(runs(), 0);
});
