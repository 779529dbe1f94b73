/** What a run prints in the end: a table with a row for each fault, and for programs a line of totals. */
import type { CheckResult, FaultResult } from './checker.ts';
import { countKinds } from './checker.ts';
import type { BrokenPromise, Finding } from './findings.ts';
import { isForPatience } from './judge.ts';

/** Enough to look for the cause. */
const SAMPLES_OF_A_KIND = 5;

type Column = readonly [heading: string, cell: (fault: FaultResult) => string | number];

const COLUMNS: readonly Column[] = [
  ['fault', ({ name }) => name],
  ['node', ({ nodes }) => nodes],
  ['acknowledged', ({ acknowledged }) => acknowledged],
  ['lost', ({ broken }) => broken.lost],
  ['doubled', ({ broken }) => broken.doubled],
  ['refused though it exists', ({ broken }) => broken.refused],
  ['refused for its rate', ({ broken }) => broken.refusedForRate],
  ['other bytes', ({ broken }) => broken.otherBytes],
  ['500', ({ broken }) => broken.serverErrors],
  ['codes given twice', ({ broken }) => broken.codesTwice],
  ['unanswered', ({ unanswered }) => unanswered],
  ['sent again', ({ sentAgain }) => sentAgain],
  ['never sent', ({ dropped }) => dropped],
  ['gap, s', ({ gapS }) => gapS.toFixed(1)],
  ['back after, s', ({ backS }) => seconds(backS)],
  ['at the first try', ({ patient: { sent, acknowledged } }) => `${acknowledged} of ${sent}`],
  ['whole after, s', ({ wholeAfterS }) => seconds(wholeAfterS)],
  ['webhooks missing', ({ broken }) => broken.webhooksMissing],
  ['webhooks of nothing', ({ broken }) => broken.phantoms],
  ['told otherwise', ({ broken }) => broken.mistold],
  ['without a standby', ({ broken }) => broken.unsafe],
  ['given up', ({ broken }) => broken.givenUp],
  ['repeats', ({ work }) => work.repeats],
  ['look-ups', ({ work }) => work.lookUps],
  ['presses', ({ work }) => work.presses],
  ['decisions', ({ work }) => work.decisions],
  ['webhooks', ({ work }) => work.webhooks],
];

/** In Markdown, ready to paste into a document. */
export function faultTable(faults: readonly FaultResult[]): string {
  const rows = [
    COLUMNS.map(([heading]) => heading),
    COLUMNS.map(() => '---'),
    ...faults.map((fault) => COLUMNS.map(([, cell]) => String(cell(fault)))),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
}

export interface Totals extends Record<BrokenPromise, number> {
  acknowledged: number;
  faults: number;
  longestGapS: number;
  /** From the beginning of the first fault to the end of the load. */
  tookS: number;
  /** Of the creates that were sent in a gap between one and six seconds. */
  patient: FaultResult['patient'];
  unanswered: number;
  /** Creates that were due and never sent. */
  dropped: number;
  /** Processes of the product that ended. */
  ended: number;
  /** Of all promises, limits of gaps and the like too. */
  broken: number;
  /** Of those, the limits. */
  late: number;
}

export function totalsOf(
  { faults, findings, ended, tookS }: CheckResult,
  { broken, late }: { broken: readonly string[]; late: readonly string[] },
): Totals {
  const sum = (of: (fault: FaultResult) => number): number =>
    faults.reduce((total, fault) => total + of(fault), 0);
  return {
    acknowledged: sum(({ acknowledged }) => acknowledged),
    ...countKinds(findings),
    faults: faults.length,
    longestGapS: Math.max(0, ...faults.map(({ gapS }) => gapS)),
    tookS,
    patient: {
      sent: sum(({ gapS, patient }) => (isForPatience(gapS) ? patient.sent : 0)),
      acknowledged: sum(({ gapS, patient }) => (isForPatience(gapS) ? patient.acknowledged : 0)),
    },
    unanswered: sum(({ unanswered }) => unanswered),
    dropped: sum(({ dropped }) => dropped),
    ended: ended.length,
    broken: broken.length + late.length,
    late: late.length,
  };
}

export function sampleLines(findings: readonly Finding[]): string[] {
  return [...Map.groupBy(findings, ({ kind }) => kind)].flatMap(([kind, same]) =>
    same
      .slice(0, SAMPLES_OF_A_KIND)
      .map(({ at, what }) => `${kind} at ${new Date(at).toISOString().slice(11, 23)}: ${what}`),
  );
}

export function seconds(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(1);
}
