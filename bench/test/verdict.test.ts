import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Costs } from '../compare/rounds.ts';
import { judge } from '../compare/verdict.ts';

/** Costs with the given new/old and old/old ratios. */
function pairsOf(changed: readonly number[], same: readonly number[]): Costs[] {
  return changed.map((ratio, index) => ({
    old: { nodeUs: 60, postgresUs: 40 },
    twin: { nodeUs: 60 * (same[index] ?? 1), postgresUs: 40 * (same[index] ?? 1) },
    new: { nodeUs: 60 * ratio, postgresUs: 40 * ratio },
  }));
}

test('new/old is compared with old/old and its inverses, at 1/2 + 1/√n of them', () => {
  const same = [1.01, 0.98, 1.03, 1.04];
  // With four pairs the limit is the largest of all, here the fourth. The other three show the spread.
  const verdict = judge(pairsOf([1.02, 1.03, 1.05, 1.06], same));
  assert.deepEqual(verdict.changed, { median: 1.04, min: 1.02, max: 1.06 });
  assert.equal(verdict.limit.toFixed(3), '1.040');
  assert.equal(judge(pairsOf([1.05, 1.05, 1.05, 1.05], same)).says, 'costs more');
  assert.equal(judge(pairsOf([1.03, 1.03, 1.03, 1.03], same)).says, 'within the spread');
  assert.equal(judge(pairsOf([0.95, 0.95, 0.95, 0.95], same)).says, 'costs less');
});

test('an old commit that differs from itself by chance in one direction widens the spread in both', () => {
  const same = [1.06, 1.07, 1.05, 1.06];
  assert.equal(judge(pairsOf([1.05, 1.05, 1.05, 1.05], same)).says, 'within the spread');
  assert.equal(judge(pairsOf([0.95, 0.95, 0.95, 0.95], same)).says, 'within the spread');
});

test('of a thousand comparisons of equal commits few report a difference, and five percent more cost is nearly always found', () => {
  const random = randomNumbers();
  /** How many of a thousand comparisons of 12 pairs, each slice with this deviation, find that it costs more. */
  const blamed = (factor: number, deviation: number): number => {
    let count = 0;
    for (let run = 0; run < 1_000; run++) {
      const slice = (): number => Math.exp(deviation * normal(random));
      const pairs = Array.from({ length: 12 }, () => {
        const old = slice();
        return { changed: (factor * slice()) / old, same: slice() / old };
      });
      const verdict = judge(
        pairsOf(
          pairs.map(({ changed }) => changed),
          pairs.map(({ same }) => same),
        ),
      );
      if (verdict.says === 'costs more') count += 1;
    }
    return count;
  };
  const figures = { equal: blamed(1, 0.02), more: blamed(1.05, 0.02), moreInNoise: blamed(1.05, 0.1) };
  assert.ok(figures.equal < 60, JSON.stringify(figures));
  assert.ok(figures.more > 900, JSON.stringify(figures));
  // Noise of a tenth hides it, and the verdict does not claim otherwise.
  assert.ok(figures.moreInNoise < 300, JSON.stringify(figures));
});

/** The same numbers between 0 and 1 in every run of the test. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}
