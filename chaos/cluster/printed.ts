/** What a run prints in the end. */
import type { CheckResult } from './checker.ts';
import { gapTable, plantRow } from './document.ts';
import { faultNamed } from './faults.ts';
import type { Finding } from './findings.ts';
import { brokenPromises, exceededLimits } from './judge.ts';
import type { Plant } from './planted.ts';
import { findingsOf, isAsExpected } from './planted.ts';
import { faultTable, sampleLines, totalsOf } from './report.ts';

export interface Printed {
  stdout: string;
  stderr: string;
  isGood: boolean;
}

/** A program reads one line of totals, and nothing else. People then find theirs beside the progress. */
export function printed(
  result: CheckResult,
  { plant, isJson }: { plant: Plant | undefined; isJson: boolean },
): Printed {
  const { faults, findings } = result;
  const broken = brokenPromises(result, faultNamed);
  const late = exceededLimits(result, faultNamed);
  const totals = totalsOf(result, { broken, late });
  const isGood = plant === undefined ? totals.broken === 0 : isAsExpected(plant, findings);
  const forPeople = [
    faultTable(faults),
    `For docs/reliability.md: ${totals.acknowledged} creates acknowledged in ${totals.faults} faults\n`,
    plant === undefined ? gapTable(faults, faultNamed) : plantRow(plant, findings),
    ...sampleLines(findings),
    ...[...broken, ...late].map((line) => `BROKEN ${line}`),
    ...(plant === undefined ? [] : [verdictOn(plant, findings)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
  return isJson
    ? { stdout: `${JSON.stringify(totals)}\n`, stderr: forPeople, isGood }
    : { stdout: forPeople, stderr: '', isGood };
}

/** What was planted has to be found, as what it is. */
function verdictOn(plant: Plant, findings: readonly Finding[]): string {
  const isFound = findingsOf(plant, findings).length > 0;
  if (plant.isControl === true)
    return `${plant.name}: ${isFound ? 'FOUND, and it has no bug' : 'not found, as it should be'}`;
  return `${plant.name}: ${isFound ? 'caught' : 'NOT CAUGHT'}`;
}
