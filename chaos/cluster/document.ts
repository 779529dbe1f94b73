/** Rows of docs/reliability.md, so that what is written there is what a command printed. */
import type { FaultResult } from './checker.ts';
import type { Fault } from './faults.ts';
import type { BrokenPromise, Finding } from './findings.ts';
import type { Plant } from './planted.ts';
import { findingsOf } from './planted.ts';
import { seconds } from './report.ts';

/** In a shorter gap hardly a create is due. */
const LEAST_GAP_S = 1;

const HEADINGS = [
  'fault',
  '',
  'gap at most, s',
  'gap, s',
  'back after at most, s',
  'back after, s',
  'at the first try',
];

type Told = Pick<Fault, 'what' | 'limit'>;

/** One row for all faults of a name. What is over its limit is bold. */
export function gapTable(faults: readonly FaultResult[], faultNamed: (name: string) => Told): string {
  const rows = [...Map.groupBy(faults, ({ name }) => name)].map(([name, same]) =>
    gapRow(name, same, faultNamed(name)),
  );
  return [HEADINGS, HEADINGS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function gapRow(
  name: string,
  same: readonly FaultResult[],
  { what, limit: { gapS, backS } }: Told,
): string[] {
  // Where the gap has a limit, the time after mending says nothing: others lead by then.
  const backs = gapS === undefined ? same.map((fault) => fault.backS) : [];
  const gaps = same.map((fault) => fault.gapS);
  const patient = same.filter((fault) => fault.gapS >= LEAST_GAP_S).map((fault) => fault.patient);
  const sum = (of: 'sent' | 'acknowledged'): number =>
    patient.reduce((total, counts) => total + counts[of], 0);
  return [
    `\`${name}\``,
    same.length === 1 ? what : `${what}; ${same.length} times`,
    String(gapS ?? ''),
    range(gaps, gapS),
    String(backS ?? ''),
    range(backs, backS),
    patient.length === 0 ? '' : `${sum('acknowledged')} of ${sum('sent')}`,
  ];
}

/** Of those that have no end, nothing. */
function range(all: readonly (number | undefined)[], limit = Infinity): string {
  if (all.length === 0) return '';
  const known = all.filter((value) => value !== undefined);
  if (known.length < all.length) return '**never**';
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const [from, to] = [seconds(least), seconds(most)];
  const words = from === to ? to : `${from} to ${to}`;
  return most > limit ? `**${words}**` : words;
}

export function plantRow(plant: Plant, findings: readonly Finding[]): string {
  const counts = [...Map.groupBy(findingsOf(plant, findings), ({ kind }) => kind)];
  const found = counts.map(([kind, same]) => `${same.length} ${KINDS[kind] ?? kind}`).join(', ');
  const { name, what, fault, times } = plant;
  return `| \`${name}\` | ${what} | ${times} times \`${fault}\` | ${found || 'nothing'} |\n`;
}

const KINDS: Partial<Record<BrokenPromise, string>> = {
  lost: 'acknowledged creates lost',
  codesTwice: 'times codes given twice',
  webhooksMissing: 'outcomes without an event',
};
