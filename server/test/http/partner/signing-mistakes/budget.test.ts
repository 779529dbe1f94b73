import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Clock } from '../../../../src/clock.ts';
import { createBudgets } from '../../../../src/http/partner/signing-mistakes/budget.ts';
import { findMistakes } from '../../../../src/http/partner/signing-mistakes/find.ts';
import type { SearchBudget } from '../../../../src/http/partner/signing-mistakes/find.ts';
import { inLayouts } from '../../../../src/http/partner/signing-mistakes/json-layout.ts';

const FACTS = {
  apiKey: 'vzk_test_a',
  apiSecret: 'vzs_a',
  hashSecret: 'vzh_a',
  origins: ['https://pay.example', 'http://127.0.0.1:4000', '127.0.0.1:4000'],
  prefix: '/bank',
  otherTriples: [{ apiKey: 'vzk_test_b', apiSecret: 'vzs_b', hashSecret: 'vzh_b' }],
};

/** What a search for a signature that nothing explains takes of the budget. */
function spent(body: string, budget: SearchBudget): { digests: number; bytes: number } {
  const sum = { digests: 0, bytes: 0 };
  const counting = {
    take(bytes: number) {
      const isTaken = budget.take(bytes);
      if (isTaken) {
        sum.digests += 1;
        sum.bytes += bytes;
      }
      return isTaken;
    },
  };
  const parts = { timestamp: '1800000000', method: 'POST', path: '/v1/deposits', body, hashSecret: 'vzh_a' };
  assert.equal(findMistakes({ signature: '0'.repeat(64), parts }, FACTS, counting), undefined);
  return sum;
}

/** An array with so many members, so many levels deep. */
function nested(levels: number, members: number): string {
  return '['.repeat(levels) + Array.from({ length: members }, () => '1').join(',') + ']'.repeat(levels);
}

function testBudgets() {
  let nowMs = 0;
  const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  return { budgets: createBudgets(clock), pass: (ms: number) => void (nowMs += ms) };
}

suite('the search for mistakes', () => {
  test('ends by itself for an ordinary body', () => {
    const body = JSON.stringify({ amount: '1000.00', redirectUrl: 'https://shop.example/', name: 'Ayşe' });
    const { digests } = spent(body, testBudgets().budgets.forRequest());
    assert.ok(digests > 1_000 && digests < 3_000, `${digests} digests`);
  });

  test('hashes at most 4 MiB, whatever the body', () => {
    const bodies = [
      JSON.stringify({ text: 'ü/'.repeat(5_000) }),
      '['.repeat(8_000) + ']'.repeat(8_000),
      nested(1_000, 7_000),
      nested(32, 8_000),
      '"'.repeat(16_000),
      '\\u00fc'.repeat(2_600),
      '\ud800'.repeat(5_000),
    ];
    for (const body of bodies) {
      const { bytes } = spent(body, testBudgets().budgets.forRequest());
      assert.ok(bytes > 0 && bytes <= 4 * 1024 * 1024, `${bytes} bytes`);
    }
  });

  test('writes no text that is much larger than the body, however deep it nests', () => {
    for (const [levels, members] of [
      [1_000, 7_000],
      [33, 8_000],
      [32, 8_000],
    ] as const) {
      let largest = 0;
      let digests = 0;
      // Enough for each mistake by itself.
      spent(nested(levels, members), {
        take(bytes) {
          largest = Math.max(largest, bytes);
          return ++digests < 300;
        },
      });
      assert.ok(largest < (levels > 32 ? 100_000 : 1_200_000), `${levels} levels: ${largest} bytes`);
    }
  });

  test('writes a layout when it is asked for it, and copies nothing that is beyond the budget', (t) => {
    const plain = { comma: ',', colon: ':', indent: '' };
    const unwanted = {
      ...plain,
      get indent(): string {
        return assert.fail('It was written too early.');
      },
    };
    assert.equal(inLayouts('[1, 2]', [plain, unwanted]).next().value, '[1,2]');
    const { mock } = t.mock.method(Buffer, 'concat');
    assert.equal(spent(nested(2, 8_000), { take: () => false }).digests, 0);
    assert.equal(mock.callCount(), 0);
  });

  test('hashes at most 8 MiB in a second, however many requests there are', () => {
    const { budgets, pass } = testBudgets();
    const inSecond = (): number => {
      let sum = 0;
      for (let request = 0; request < 10; request++)
        sum += spent(nested(2, 8_000), budgets.forRequest()).bytes;
      return sum;
    };
    for (let second = 0; second < 2; second++) {
      const bytes = inSecond();
      assert.ok(bytes > 7 * 1024 * 1024 && bytes <= 8 * 1024 * 1024, `${bytes} bytes`);
      pass(1_000);
    }
  });

  test('stops for the rest of a second in which there were too many, and goes on in the next', () => {
    const { budgets, pass } = testBudgets();
    let searches = 0;
    while (spent('{}', budgets.forRequest()).digests > 0) searches += 1;
    assert.ok(searches >= 2 && searches <= 5, `${searches} searches`);
    pass(999);
    assert.equal(spent('{}', budgets.forRequest()).digests, 0);
    pass(1);
    assert.ok(spent('{}', budgets.forRequest()).digests > 0);
  });
});
