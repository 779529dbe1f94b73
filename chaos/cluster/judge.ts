/** Which promises a run has broken, in sentences. */
import { countKinds } from './checker.ts';
import type { CheckResult, FaultResult } from './checker.ts';
import type { Fault } from './faults.ts';
import { BROKEN_PROMISES } from './findings.ts';
import type { BrokenPromise } from './findings.ts';
import { missingWork, WORK } from './work.ts';

export type Expected = Pick<Fault, 'limit'> & Partial<Pick<Fault, 'takesOver' | 'leastGapS'>>;

/** A patient client gets its answer at the first try, if the gap is no longer than this; a shorter one than a second says nothing. */
const PATIENT_GAP_S = { least: 1, most: 6 };
export const PATIENT_SHARE = 0.99;

/** What must not happen on any machine, however busy. */
export function brokenPromises(result: CheckResult, expectedOf: (name: string) => Expected): string[] {
  const { faults, findings, ended, unready } = result;
  return [
    ...(faults.length === 0 ? ['nothing was broken: it proves nothing'] : []),
    ...ended.map((process) => `${process} ended`),
    ...unready.map((api) => `api ${api + 1} was not ready in the end`),
    ...faults.flatMap((fault) =>
      [
        ...sentencesOf(fault.broken),
        ...withoutEffect(fault, expectedOf(fault.name)),
        ...notMended(fault),
        ...missingWork(fault.work).map((kind) => `hardly any ${WORK[kind]}: ${fault.work[kind]}`),
      ].map((problem) => `${fault.name}: ${problem}`),
    ),
    ...sentencesOf(outsideOf(faults, countKinds(findings))),
  ];
}

/** How long it took. A machine that does other things besides is late without a fault of ours. */
export function exceededLimits({ faults }: CheckResult, expectedOf: (name: string) => Expected): string[] {
  return faults.flatMap((fault) =>
    [
      ...late(fault, expectedOf(fault.name)),
      ...notSent(fault, expectedOf(fault.name)),
      ...impatient(fault),
    ].map((problem) => `${fault.name}: ${problem}`),
  );
}

function sentencesOf(counts: Readonly<Record<BrokenPromise, number>>): string[] {
  return Object.entries(BROKEN_PROMISES)
    .filter(([kind]) => counts[kind as BrokenPromise] > 0)
    .map(([kind, words]) => `${counts[kind as BrokenPromise]} times ${words}`);
}

/** What is found counts also if its time is that of no fault. */
function outsideOf(
  faults: readonly FaultResult[],
  all: Readonly<Record<BrokenPromise, number>>,
): Record<BrokenPromise, number> {
  const rest = { ...all };
  for (const { broken } of faults)
    for (const kind of Object.keys(rest) as BrokenPromise[]) rest[kind] -= broken[kind];
  return rest;
}

function withoutEffect(
  { isFelt, isTakenOver, gapS, wholeAfterS }: FaultResult,
  { takesOver, leastGapS = 0 }: Expected,
): string[] {
  return [
    ...(isFelt === false ? ['it was not seen to be broken'] : []),
    // The timeline is asked for when all is whole.
    ...(takesOver === true && wholeAfterS !== undefined && !isTakenOver ? ['no takeover came of it'] : []),
    ...(gapS < leastGapS ? [`a gap of ${seconds(gapS)} only, of at least ${leastGapS}`] : []),
  ];
}

function notMended({ wholeAfterS, silentApis }: FaultResult): string[] {
  return [
    ...(wholeAfterS === undefined ? ['not all nodes confirmed again'] : []),
    ...silentApis.map((api) => `api ${api + 1} acknowledged nothing when all was whole again`),
  ];
}

/** Only an outage that nothing but a person ends may be so long that the client has no room for more. */
function notSent({ dropped }: FaultResult, { limit }: Expected): string[] {
  return dropped > 0 && limit.gapS !== undefined ? [`${dropped} creates were due and never sent`] : [];
}

function late({ gapS, backS }: FaultResult, { limit }: Expected): string[] {
  const problems = [];
  if (limit.gapS !== undefined && !(gapS <= limit.gapS))
    problems.push(`nothing was acknowledged for ${seconds(gapS)}, of at most ${limit.gapS}`);
  if (limit.backS !== undefined && (backS === undefined || !(backS <= limit.backS)))
    problems.push(
      `back after ${backS === undefined ? 'no time' : seconds(backS)}, of at most ${limit.backS}`,
    );
  return problems;
}

export function isForPatience(gapS: number): boolean {
  return gapS >= PATIENT_GAP_S.least && gapS <= PATIENT_GAP_S.most;
}

function impatient({ gapS, patient: { sent, acknowledged } }: FaultResult): string[] {
  if (!isForPatience(gapS)) return [];
  return acknowledged >= sent * PATIENT_SHARE
    ? []
    : [`of ${sent} creates in the gap ${acknowledged} were acknowledged at the first try`];
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}
