import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { HostedDeposit } from '../../../src/db/read/transactions/hosted-deposits.ts';
import { createOpenPages } from '../../../src/usecases/deposits/open-pages.ts';
import type { FindChanged } from '../../../src/usecases/deposits/open-pages.ts';

const LOOK_MS = 400;

/** Only what the memory itself looks at. */
function deposit(id: string, fingerprint = 'first', secondsLeft = 60): HostedDeposit {
  return { id, fingerprint, secondsLeft } as HostedDeposit;
}

function openPages(t: TestContext, findChanged: FindChanged, mostPages = 10) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 1_000;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const failures: unknown[] = [];
  const pages = createOpenPages({
    clock,
    findChanged,
    onFailure: (error) => failures.push(error),
    mostPages,
  });
  /** Lets time pass in steps, and what is under way end. */
  const pass = async (ms: number): Promise<void> => {
    for (let passedMs = 0; passedMs < ms; passedMs += LOOK_MS) {
      nowMs += LOOK_MS;
      t.mock.timers.tick(LOOK_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { pages, pass, failures, nowMs: () => nowMs };
}

suite('the memory of open pages', () => {
  test('asks once for all of them, and tells every page what changed', async (t) => {
    const asked: string[][] = [];
    let changed: HostedDeposit[] = [];
    const { pages, pass, nowMs } = openPages(t, async (known) => {
      asked.push(known.map(({ id }) => id));
      return await Promise.resolve(changed);
    });
    for (const id of ['a', 'b']) pages.remember(id, deposit(id), nowMs());
    for (let times = 0; times < 100; times++) assert.equal(pages.recall('a')?.deposit.fingerprint, 'first');
    assert.deepEqual(asked, []);
    await pass(LOOK_MS);
    assert.deepEqual(asked, [['a', 'b']]);
    changed = [deposit('b', 'second')];
    await pass(LOOK_MS);
    assert.deepEqual(
      [pages.recall('a')?.deposit.fingerprint, pages.recall('b')?.deposit.fingerprint],
      ['first', 'second'],
    );
    await pages.stop();
  });

  test('looks at few as a whole each time, and at many by turns', async (t) => {
    const looks: string[] = [];
    const { pages, pass, nowMs } = openPages(
      t,
      async (known, thoroughness) => {
        looks.push(`${known[0]?.id} ${thoroughness}`);
        return await Promise.resolve([]);
      },
      1_500,
    );
    const remember = (from: number, to: number): void => {
      for (let id = from; id < to; id++) pages.remember(String(id), deposit(String(id)), nowMs());
    };
    /** What is looked at at a time, and how. */
    const next = async (): Promise<string[]> => {
      looks.length = 0;
      await pass(LOOK_MS);
      return [...looks];
    };
    remember(0, 500);
    for (let times = 0; times < 3; times++) assert.deepEqual(await next(), ['0 whole']);
    remember(500, 1_500);
    const turns = [await next(), await next(), await next()];
    for (const first of ['0', '500', '1000'])
      assert.deepEqual(
        turns
          .flat()
          .filter((look) => look.startsWith(`${first} `))
          .toSorted(),
        [`${first} quick`, `${first} quick`, `${first} whole`],
      );
    await pages.stop();
  });

  test('counts the time that is left by itself', async (t) => {
    const { pages, pass, nowMs } = openPages(t, async () => await Promise.resolve([]));
    pages.remember('a', deposit('a', 'first', 3), nowMs());
    await pass(2_000);
    assert.equal(pages.recall('a')?.secondsLeft, 1);
    await pass(2_000);
    assert.ok((pages.recall('a')?.secondsLeft ?? 1) <= 0);
    await pages.stop();
  });

  test('tells nothing rather than something old while the database does not answer', async (t) => {
    const { pages, pass, failures, nowMs } = openPages(
      t,
      async () => await Promise.reject(new Error('away')),
    );
    pages.remember('a', deposit('a'), nowMs());
    await pass(2_000);
    assert.ok(pages.recall('a'));
    await pass(LOOK_MS);
    assert.equal(pages.recall('a'), undefined);
    assert.ok(failures.length > 0);
    await pages.stop();
  });

  test('forgets pages that no longer ask, asks nothing without pages, and keeps only so many', async (t) => {
    let asked = 0;
    const findChanged = async (): Promise<HostedDeposit[]> => {
      asked += 1;
      return await Promise.resolve([]);
    };
    const { pages, pass, nowMs } = openPages(t, findChanged, 2);
    for (const id of ['a', 'b', 'c']) pages.remember(id, deposit(id), nowMs());
    assert.equal(pages.recall('c'), undefined, 'there is no room for it');
    await pass(16_000);
    assert.equal(pages.recall('a'), undefined);
    const before = asked;
    await pass(5_000);
    assert.equal(asked, before);
    pages.remember('c', deposit('c'), nowMs());
    assert.ok(pages.recall('c'));
    await pass(LOOK_MS);
    assert.equal(asked, before + 1);
    await pages.stop();
  });

  test('never replaces what was read by something that was read earlier', async (t) => {
    let answer: (changed: HostedDeposit[]) => void = () => undefined;
    const { pages, pass, nowMs } = openPages(
      t,
      async () =>
        await new Promise<HostedDeposit[]>((resolve) => {
          answer = resolve;
        }),
    );
    pages.remember('a', deposit('a'), nowMs());
    await pass(LOOK_MS);
    await pass(LOOK_MS);
    pages.see('a', deposit('a', 'third'), nowMs());
    answer([deposit('a', 'second')]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(pages.recall('a')?.deposit.fingerprint, 'third');
    answer([]);
    await pages.stop();
  });
});
