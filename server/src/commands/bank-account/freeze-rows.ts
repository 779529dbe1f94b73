import type { FreezeRecord } from '../../db/read/bank-accounts/bank-account-freezes.ts';
import { timeText } from '../layout.ts';
import { accountName } from './account-rows.ts';

/** How far a freeze is, as labels and values. */
export function freezeRows(freeze: FreezeRecord): [label: string, value: string][] {
  return [
    ['frozen', timeText(freeze.frozenAt)],
    ['settled', settledText(freeze)],
    ['deposits moved', String(freeze.depositsMoved)],
    ...freeze.movedTo.map((target): [string, string] => [
      'moved to',
      `${accountName(target)}  ${target.deposits}`,
    ]),
  ];
}

function settledText({ settledAt, lookedAt, isWatched }: FreezeRecord): string {
  if (settledAt !== null) return timeText(settledAt);
  if (isWatched) return 'not yet: a worker moves what processes that do not know yet give the account';
  const since = lookedAt === null ? 'yet' : `since ${timeText(lookedAt)}`;
  return `NO: no worker has looked ${since}. Start one with: vezne worker`;
}
