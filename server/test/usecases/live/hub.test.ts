import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite, test } from 'node:test';
import type pg from 'pg';
import { createLiveHub } from '../../../src/usecases/live/hub.ts';
import type { Viewer } from '../../../src/usecases/live/hub.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { silentLog } from '../../harness/silent-log.ts';

const COUNT_EVERY_MS = 50;

/** Counts how often the database is asked for something. */
function counting(pool: pg.Pool): { pool: pg.Pool; readonly asked: number; settle: () => Promise<number> } {
  let asked = 0;
  const counted = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect' || name === 'query') asked += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    pool: counted,
    get asked() {
      return asked;
    },
    /** Until nothing is asked any more, however long it takes; returns how often it was. */
    async settle() {
      for (let before = -1; before !== asked;) {
        before = asked;
        await until(
          async () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount,
          (isIdle) => isIdle,
        );
        await nextTurn();
      }
      return asked;
    },
  };
}

function viewer(): Viewer & { counts: number; stopped: number } {
  return {
    counts: 0,
    stopped: 0,
    onCounts() {
      this.counts += 1;
    },
    onChanged: () => undefined,
    onStop() {
      this.stopped += 1;
    },
  };
}

suite('what is read for everybody who looks', () => {
  test('is read once for all of them, and not while nobody looks', async (t) => {
    const database = await createTestDatabase(t);
    const counted = counting(database.pool('vezne_console'));
    // The time passes only when the test says so: how long a reading takes doesn't matter.
    t.mock.timers.enable({ apis: ['setInterval'] });
    const pass = async (): Promise<number> => {
      t.mock.timers.tick(COUNT_EVERY_MS);
      return await counted.settle();
    };
    const hub = createLiveHub({
      pool: counted.pool,
      databaseUrl: database.urlOf('vezne_console'),
      log: silentLog,
      countEveryMs: COUNT_EVERY_MS,
    });
    t.after(async () => await hub.stop());
    assert.equal(await pass(), 0);
    const alone = viewer();
    const remove = [hub.add(alone)];
    const once = await counted.settle();
    assert.ok(once > 0 && alone.counts === 1);
    const others = Array.from({ length: 29 }, viewer);
    remove.push(...others.map((one) => hub.add(one)));
    const viewers = [alone, ...others];
    assert.equal(await counted.settle(), once, 'what was read is there for whoever comes');
    for (const times of [2, 3, 4]) assert.equal(await pass(), times * once, 'thirty cost what one costs');
    assert.ok(
      viewers.every(({ counts }) => counts === 1),
      'the same is told once',
    );
    const late = viewer();
    remove.push(hub.add(late));
    assert.equal(late.counts, 1, 'whoever comes later is told at once');
    for (const one of remove) one();
    for (let times = 0; times < 3; times += 1) assert.equal(await pass(), 4 * once);
    assert.equal(hub.viewers, 0);
  });

  test('when the process stops, everybody is told, once', async (t) => {
    const database = await createTestDatabase(t);
    const hub = createLiveHub({
      pool: database.pool('vezne_console'),
      databaseUrl: database.urlOf('vezne_console'),
      log: silentLog,
    });
    const one = viewer();
    hub.add(one);
    await hub.stop();
    await hub.stop();
    assert.deepEqual([one.stopped, hub.isStopping, hub.viewers], [1, true, 0]);
  });
});
