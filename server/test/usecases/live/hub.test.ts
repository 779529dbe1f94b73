import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite, test } from 'node:test';
import type pg from 'pg';
import { createLiveHub } from '../../../src/usecases/live/hub.ts';
import type { Viewer } from '../../../src/usecases/live/hub.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { silentLog } from '../../harness/silent-log.ts';

/** Counts how often the counts are read. */
function counting(pool: pg.Pool): { pool: pg.Pool; readonly reads: number } {
  let reads = 0;
  const counted = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') reads += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    pool: counted,
    get reads() {
      // Each reading is of deposits, withdrawals and requests.
      return reads / 3;
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
    const hub = createLiveHub({
      pool: counted.pool,
      databaseUrl: database.urlOf('vezne_console'),
      log: silentLog,
      countEveryMs: 50,
    });
    t.after(async () => await hub.stop());
    await sleep(200);
    assert.equal(counted.reads, 0);
    const viewers = Array.from({ length: 30 }, viewer);
    const remove = viewers.map((one) => hub.add(one));
    await until(
      async () => counted.reads,
      (reads) => reads >= 4,
    );
    assert.ok(
      viewers.every(({ counts }) => counts === 1),
      'the same is told once',
    );
    const late = viewer();
    remove.push(hub.add(late));
    assert.equal(late.counts, 1, 'whoever comes later is told at once');
    for (const one of remove) one();
    await sleep(100);
    const { reads } = counted;
    await sleep(300);
    assert.equal(counted.reads, reads);
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
