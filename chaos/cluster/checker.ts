/** Holds what the client was told against what the database has. Pure: lines and rows in, findings out. */
import { silentApis, unreadyApis } from './apis.ts';
import { checkBooks } from './check-books.ts';
import { checkCreates, isAcknowledged } from './check-creates.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkRates } from './check-rates.ts';
import { checkSteps } from './check-steps.ts';
import { checkWebhooks } from './check-webhooks.ts';
import type { CreateLine, FaultLine, Line, LoadLine } from './client-log.ts';
import { BROKEN_PROMISES } from './findings.ts';
import type { BrokenPromise, Finding } from './findings.ts';
import { backAfterS, longestGap } from './gaps.ts';
import type { Acknowledgements, Span } from './gaps.ts';
import type { DatabaseRows } from './rows.ts';
import { countWork } from './work.ts';
import type { Work } from './work.ts';

/** What was seen from the beginning of a fault to that of the next. */
export interface FaultResult {
  name: string;
  nodes: string;
  acknowledged: number;
  work: Work;
  broken: Readonly<Record<BrokenPromise, number>>;
  /** Creates and repeats without an answer. */
  unanswered: number;
  /** Creates that were refused and did not exist, so that they had to be sent again. */
  sentAgain: number;
  /** Creates that were due and never sent, because too many waited for an answer. */
  dropped: number;
  /** The longest time between two acknowledged creates. */
  gapS: number;
  /** From the moment when it was mended until creates are acknowledged without a pause. Undefined: it never was mended. */
  backS: number | undefined;
  /** Of the creates that were due in the longest gap, so many were acknowledged at their first try. */
  patient: { sent: number; acknowledged: number };
  /** How long after its beginning all nodes confirmed again. */
  wholeAfterS: number | undefined;
  /** Apis that acknowledged nothing when all was whole again. */
  silentApis: readonly number[];
  /** Whether it was seen to be broken. Undefined: nobody looked. */
  isFelt: boolean | undefined;
  /** Whether the database has another timeline than before. */
  isTakenOver: boolean;
}

export interface CheckResult {
  faults: readonly FaultResult[];
  findings: readonly Finding[];
  /** Processes of the product that ended. */
  ended: readonly string[];
  /** Apis that were not ready in the end. */
  unready: readonly number[];
  /** From the beginning of the first fault to the end of the load. */
  tookS: number;
}

export function check(lines: readonly Line[], rows: DatabaseRows): CheckResult {
  const load = lines.find((line) => line.kind === 'load');
  if (load === undefined) throw new Error('The log does not say when the load ended.');
  const findings = [
    ...checkCreates(lines, rows.transactions),
    ...checkRates(lines),
    ...checkDecisions(lines, rows),
    ...checkSteps(rows),
    ...checkWebhooks(lines, rows),
    ...checkBooks(lines),
  ];
  const begun = lines.filter((line): line is FaultLine => line.kind === 'fault' && line.step === 'begun');
  const acknowledgements = acknowledgementsOf(lines, load);
  const due = lines.filter(isDue);
  const faults = begun.map((fault, index) => {
    const window = {
      // What was before the first fault is no quieter than the rest: nothing may be lost there either.
      from: index === 0 ? -Infinity : fault.at,
      to: begun[index + 1]?.at ?? Infinity,
    };
    return resultOf(fault, {
      window,
      due,
      lines: lines.filter((line) => isIn(window, 'tookMs' in line ? answeredAt(line) : line.at)),
      findings: findings.filter(({ at }) => isIn(window, at)),
      acknowledgements,
      load,
    });
  });
  const ended = lines.flatMap((line) => (line.kind === 'end' ? [line.process] : []));
  const tookS = (load.at - (begun[0]?.at ?? load.at)) / 1_000;
  return { faults, findings, ended, unready: unreadyApis(lines, load.apis), tookS };
}

interface Seen {
  window: Span;
  /** Of what was answered: by the time of the answer. */
  lines: readonly Line[];
  /** Of the whole run: an outage that goes on under the next fault counts for this one. */
  due: readonly Line[];
  findings: readonly Finding[];
  acknowledgements: Acknowledgements;
  load: LoadLine;
}

function resultOf(
  fault: FaultLine,
  { window, lines, due, findings, acknowledgements, load }: Seen,
): FaultResult {
  const stepOf = (step: FaultLine['step']): FaultLine | undefined =>
    lines.find(
      (line): line is FaultLine => line.kind === 'fault' && line.step === step && line.at >= fault.at,
    );
  const [broken, undone, whole] = [stepOf('broken'), stepOf('undone'), stepOf('whole')];
  const told = lines.filter((line) => line.kind === 'create' || line.kind === 'repeat');
  const acknowledged = lines.filter(isAcknowledgedCreate);
  const gap = longestGap({ from: fault.at, to: window.to }, acknowledgements);
  // One that was never sent had no answer at its first try either.
  const firstTries = due.filter((line) => isIn(gap, line.at));
  const calm = { from: whole?.at ?? Infinity, to: Math.min(window.to, load.at) };
  return {
    name: fault.name,
    nodes: broken?.nodes ?? '',
    acknowledged: acknowledged.length,
    work: countWork(lines),
    broken: countKinds(findings),
    unanswered: told.filter(({ status }) => status === 0).length,
    sentAgain: told.filter((line) => line.kind === 'create' && line.status >= 300).length,
    dropped: lines.filter(({ kind }) => kind === 'dropped').length,
    gapS: (gap.to - gap.from) / 1_000,
    backS:
      undone === undefined ? undefined : backAfterS({ from: undone.at, to: window.to }, acknowledgements),
    patient: { sent: firstTries.length, acknowledged: firstTries.filter(isAcknowledgedCreate).length },
    wholeAfterS: whole === undefined ? undefined : (whole.at - fault.at) / 1_000,
    silentApis: silentApis(calm, acknowledged, load.apis),
    isFelt: broken?.isFelt,
    isTakenOver: (whole?.timeline ?? -Infinity) > (fault.timeline ?? Infinity),
  };
}

/** A first try, or one that was never sent. */
function isDue(line: Line): boolean {
  return line.kind === 'dropped' || (line.kind === 'create' && line.attempt === 1);
}

function isIn({ from, to }: Span, at: number): boolean {
  return at >= from && at < to;
}

function acknowledgementsOf(lines: readonly Line[], load: LoadLine): Acknowledgements {
  const times = lines
    .filter(isAcknowledgedCreate)
    .map(answeredAt)
    .toSorted((one, other) => one - other);
  return { times, loadEndsAt: load.at };
}

function isAcknowledgedCreate(line: Line): line is CreateLine {
  return line.kind === 'create' && isAcknowledged(line);
}

function answeredAt({ at, tookMs }: { at: number; tookMs: number }): number {
  return at + tookMs;
}

export function countKinds(findings: readonly Finding[]): Record<BrokenPromise, number> {
  const counts = Object.keys(BROKEN_PROMISES).map((kind) => [
    kind,
    findings.filter((finding) => finding.kind === kind).length,
  ]);
  return Object.fromEntries(counts) as Record<BrokenPromise, number>;
}
