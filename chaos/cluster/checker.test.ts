import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REQUESTS_PER_SECOND } from '../../server/src/config/api.ts';
import type { CreateLine, Line } from './client-log.ts';
import { BROKEN_PROMISES } from './findings.ts';
import { brokenPromises, exceededLimits } from './judge.ts';
import { PAUSED_REFERENCE } from './made-up.ts';
import type { MadeUp } from './made-up.ts';
import { totalsOf } from './report.ts';
import {
  NUMBER,
  EXPECTED,
  checked,
  remove,
  createOf,
  pressOf,
  rowOf,
  REFUSED,
  tryBefore,
  OWN_OF_A_SECOND,
  refuseForRate,
  sendBefore,
  REFUSED_DECISION,
} from './changed-log.ts';
import { PLANTED } from './planted-in-log.ts';

test('a log that fits its rows has no findings, and its gap is measured', () => {
  const result = checked(() => undefined);
  assert.deepEqual(result.findings, []);
  assert.deepEqual(
    brokenPromises(result, () => EXPECTED),
    [],
  );
  const [fault] = result.faults;
  assert.equal(result.faults.length, 1);
  assert.equal(fault?.nodes, 'n1');
  // The last answer came 20 ms after the fault began, to a request from before it.
  assert.equal(fault.gapS, 4);
  assert.equal(fault.backS, 0.02);
  assert.equal(fault.wholeAfterS, 15);
  assert.deepEqual(
    exceededLimits(result, () => EXPECTED),
    [],
  );
  const totals = totalsOf(result, { broken: [], late: [] });
  assert.equal(totals.acknowledged, 301);
  assert.equal(totals.longestGapS, 4);
  assert.equal(totals.tookS, 20);
  assert.deepEqual(totals.patient, { sent: 40, acknowledged: 40 });
});

for (const [title, kind, count, plant] of PLANTED) {
  test(`it is found: ${title}`, () => {
    const result = checked(plant);
    assert.deepEqual([...new Set(result.findings.map((finding) => finding.kind))], [kind]);
    assert.equal(result.faults[0]?.broken[kind], count);
    const [sentence = '', ...more] = brokenPromises(result, () => EXPECTED);
    assert.ok(sentence.endsWith(BROKEN_PROMISES[kind]), sentence);
    assert.deepEqual(more, []);
  });
}

test('what was refused and created afterwards was no refusal of what exists', () => {
  const { findings } = checked((made) => {
    tryBefore(made, { ...REFUSED, at: NUMBER - 60 });
    // Of the next try, in the millisecond in which it was sent.
    rowOf(made).idMadeAt = NUMBER;
  });
  assert.deepEqual(findings, []);
});

const EXPLAINED: readonly [title: string, change: (made: MadeUp) => void][] = [
  [
    'a press that was too much for a moment',
    ({ lines }) => {
      lines.push({ ...pressOf(lines), at: NUMBER - 60, status: 429 });
    },
  ],
  [
    'a press that came after a decision',
    ({ lines }) => {
      lines.push({ ...pressOf(lines), at: NUMBER + 60, status: 409 });
    },
  ],
  [
    'a decision that came after another',
    ({ lines }) => {
      lines.push({ ...REFUSED_DECISION, at: NUMBER + 60, why: 'state_conflict' });
    },
  ],
  [
    'a decision that the partner has no credit for, and that was made later',
    ({ lines }) => {
      lines.push({ ...REFUSED_DECISION, at: NUMBER - 60, why: 'credit_line_exceeded' });
    },
  ],
];

test('who sends more than the rate allows is refused for it, and that is no finding', () => {
  const change = (made: MadeUp): void => {
    sendBefore(made, REQUESTS_PER_SECOND - OWN_OF_A_SECOND);
    refuseForRate(made, 6_000);
  };
  assert.deepEqual(checked(change).findings, []);
});

for (const [title, change] of EXPLAINED) {
  test(`it is no refusal of what exists: ${title}`, () => {
    assert.deepEqual(checked(change).findings, []);
  });
}

test('it is found: a gap that is longer than its limit', () => {
  const late = exceededLimits(
    checked(() => undefined),
    () => ({ limit: { gapS: 3 } }),
  );
  assert.match(late.join(), /nothing was acknowledged for 4.0 s, of at most 3/);
});

test('it is found: an outage that goes on after it was mended', () => {
  const result = checked(({ lines }) => {
    for (const line of lines)
      if (line.kind === 'create' && line.at > 20_200 && line.at < 26_000) line.tookMs = 26_000 - line.at;
  });
  assert.equal(result.faults[0]?.backS, 6);
  const late = exceededLimits(result, () => ({ limit: { backS: 5 } }));
  assert.match(late.join(), /back after 6.0 s, of at most 5/);
});

test('it is found: creates in the gap that were not acknowledged at the first try', () => {
  const result = checked(({ lines }) => {
    for (const line of lines) if (line.kind === 'create' && line.at === 12_000) line.attempt = 2;
    const { id: _, digest: __, ...create } = createOf(lines);
    const reference = 'main-12000';
    lines.push({ ...create, reference, at: 12_000, tookMs: 10, status: 0, attempt: 1 });
  });
  assert.deepEqual(result.faults[0]?.patient, { sent: 40, acknowledged: 39 });
  const late = exceededLimits(result, () => EXPECTED);
  assert.match(late.join(), /of 40 creates in the gap 39 were acknowledged at the first try/);
});

test('it is found: a create that was due in the gap and never sent counts as one without an answer', () => {
  const result = checked(({ lines }) => {
    lines.push({ kind: 'dropped', at: 12_050 });
  });
  assert.deepEqual(result.faults[0]?.patient, { sent: 41, acknowledged: 40 });
});

test('an outage that goes on under the next fault counts all creates that were due in it', () => {
  const result = checked(({ lines }) => {
    lines.push({ kind: 'fault', at: 12_000, step: 'begun', name: 'freeze' });
  });
  assert.deepEqual(result.faults[0]?.patient, { sent: 40, acknowledged: 40 });
});

test('it is found: a process that ended, and a cluster that never was whole again', () => {
  const result = checked(({ lines }) => {
    lines.push({ kind: 'end', at: NUMBER, process: 'worker 2' });
    remove(lines, (line) => line.kind === 'fault' && line.step === 'whole');
  });
  const broken = brokenPromises(result, () => EXPECTED);
  assert.deepEqual(broken, ['worker 2 ended', 'kill-both: not all nodes confirmed again']);
});

function removeCreates(lines: Line[], isIt: (line: CreateLine) => boolean): void {
  const kept = lines.filter((line) => line.kind !== 'create' || !isIt(line));
  lines.splice(0, lines.length, ...kept);
}

test('it is found: an outage that lasts to the end of the load', () => {
  const result = checked(({ lines }) => {
    removeCreates(lines, ({ at }) => at >= 16_000);
  });
  const [fault] = result.faults;
  // From the last answer, at 15.92 s, to 30 s.
  assert.equal(fault?.gapS, 14.08);
  assert.equal(fault.backS, 10);
  assert.match(exceededLimits(result, () => EXPECTED).join(), /nothing was acknowledged for 14.1 s/);
  assert.match(exceededLimits(result, () => ({ limit: { backS: 5 } })).join(), /back after 10.0 s/);
  assert.deepEqual(fault.silentApis, [0, 1]);
});

test('it is found: an outage that goes on when the next fault begins', () => {
  const result = checked(({ lines }) => {
    lines.push({ kind: 'fault', at: 26_000, step: 'begun', name: 'freeze' });
    removeCreates(lines, ({ at }) => at >= 21_000 && at < 28_000);
  });
  // From 20.92 s to 28.02 s.
  assert.deepEqual(
    result.faults.map(({ gapS }) => gapS),
    [7.1, 2.02],
  );
  assert.equal(result.faults[0]?.backS, 8.02);
});

test('a gap that the next fault makes is not that of the one before', () => {
  const result = checked(({ lines }) => {
    lines.push({ kind: 'fault', at: 26_000, step: 'begun', name: 'freeze' });
    removeCreates(lines, ({ at }) => at >= 26_000 && at < 29_000);
  });
  assert.deepEqual(
    result.faults.map(({ gapS }) => gapS),
    [4, 3.02],
  );
  assert.equal(result.faults[0]?.backS, 0.02);
});

test('it is found: an outage without an end, with a length that a program can compare', () => {
  const result = checked(({ lines }) => {
    removeCreates(lines, () => true);
  });
  const { longestGapS } = totalsOf(result, { broken: [], late: [] });
  assert.equal(longestGapS, 20);
});

test('it is found: an api that does not come back', () => {
  const result = checked(({ lines }) => {
    for (const line of lines)
      if (line.kind === 'create' && line.api === 1 && line.at > 10_000) {
        delete line.id;
        Object.assign(line, { status: 0, tookMs: 5 });
      }
    lines.push({ kind: 'ready', at: 10_100, api: 1, status: 0 });
  });
  const broken = brokenPromises(result, () => EXPECTED);
  assert.deepEqual(broken, [
    'api 2 was not ready in the end',
    'kill-both: api 2 acknowledged nothing when all was whole again',
  ]);
});

test('it is found: an api that is not ready in the end', () => {
  const result = checked(({ lines }) => {
    lines.push({ kind: 'ready', at: 31_000, api: 1, status: 503 });
  });
  assert.deepEqual(
    brokenPromises(result, () => EXPECTED),
    ['api 2 was not ready in the end'],
  );
});

test('it is found: creates that were due and never sent', () => {
  const result = checked(({ lines }) => {
    lines.push({ kind: 'dropped', at: NUMBER });
  });
  assert.deepEqual(
    exceededLimits(result, () => EXPECTED),
    ['kill-both: 1 creates were due and never sent'],
  );
  assert.equal(totalsOf(result, { broken: [], late: [] }).dropped, 1);
});

const WORK_LINES: readonly [title: string, is: (line: Line) => boolean, found: RegExp][] = [
  ['presses', ({ kind }) => kind === 'press', /hardly any presses taken: 0/],
  ['repeats', (line) => line.kind === 'repeat' && line.of === 'main', /hardly any repeats answered: 0/],
  [
    'repeats of the paused partner',
    (line) => line.kind === 'repeat' && line.reference === PAUSED_REFERENCE,
    /hardly any repeats of the paused/,
  ],
  ['decisions', ({ kind }) => kind === 'decision', /hardly any decisions made: 0/],
  ['webhooks', ({ kind }) => kind === 'webhook', /hardly any webhooks that came: 0/],
];

for (const [title, is, found] of WORK_LINES) {
  test(`it is found: a run without ${title}`, () => {
    const result = checked((made) => {
      made.lines = made.lines.filter((line) => !is(line));
    });
    assert.match(brokenPromises(result, () => EXPECTED).join(), found);
  });
}

test('it is found: a desk that is always asked for more', () => {
  const result = checked(({ lines }) => {
    for (const line of lines) if (line.kind === 'decision') line.outcome = 'asked';
  });
  assert.match(brokenPromises(result, () => EXPECTED).join(), /hardly any decisions made: 0/);
});

test('it is found: a fault that breaks nothing', () => {
  const result = checked(({ lines }) => {
    for (const line of lines) {
      if (line.kind === 'fault' && line.step === 'broken') line.isFelt = false;
      if (line.kind === 'fault' && line.step === 'whole') line.timeline = 1;
    }
  });
  const broken = brokenPromises(result, () => ({ ...EXPECTED, leastGapS: 8 }));
  assert.deepEqual(broken, [
    'kill-both: it was not seen to be broken',
    'kill-both: no takeover came of it',
    'kill-both: a gap of 4.0 s only, of at least 8',
  ]);
});

test('it is found: a run without faults, and what is wrong in it', () => {
  const result = checked(({ lines }) => {
    lines.splice(0, lines.length, ...lines.filter(({ kind }) => kind !== 'fault'));
    createOf(lines).id = 'txn_other';
  });
  assert.deepEqual(
    brokenPromises(result, () => EXPECTED),
    ['nothing was broken: it proves nothing', `1 times ${BROKEN_PROMISES.lost}`],
  );
  assert.equal(totalsOf(result, { broken: [], late: [] }).lost, 1);
});

test('a log that does not say when the load ended is not judged', () => {
  assert.throws(
    () =>
      checked(({ lines }) => {
        remove(lines, ({ kind }) => kind === 'load');
      }),
    /when the load ended/,
  );
});
