import { REQUEST_LIFETIME_SECONDS } from '@vezne/domain/four-eyes-request';
import type { RequestKind } from '@vezne/domain/four-eyes-request';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { count } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';

const SECONDS_PER_HOUR = 3_600;
const HOURS_PER_DAY = 24;

/**
 * Tells the person who asked where the request waits, for how long, and what happens next. `needed` are the options without which
 * nobody can confirm it.
 */
export function askedLines(requestId: string, kind: RequestKind, needed = ''): string[] {
  return [
    `Nothing has changed yet. Within ${lifetimeText(kind)} a second person looks at it, and confirms it with their own name:`,
    `  vezne request show ${requestId}`,
    `  vezne request confirm ${requestId}${needed} --as NAME`,
    `You can take it back: vezne request withdraw ${requestId}`,
  ];
}

function lifetimeText(kind: RequestKind): string {
  const hours = REQUEST_LIFETIME_SECONDS[kind] / SECONDS_PER_HOUR;
  return hours > HOURS_PER_DAY ? count(hours / HOURS_PER_DAY, 'day') : count(hours, 'hour');
}

const REASON_TEXTS: Readonly<Record<TwoPeopleReason, string>> = {
  always: 'a change of this kind always does',
  above_four_eyes: 'it is above the four-eyes amount',
  day_sum:
    'with what one person decided today for the same player, account or IBAN, it is above the four-eyes amount',
  exceeds_asked: 'much more came than was asked for',
  late_money: 'it is late money, and much of it',
  another_sender: 'the sender is not the player',
  another_holder: 'the account belongs to somebody else than the player',
  refused_for_another: 'the money was refused for another player',
  refused_by_same: 'the person who refused the money does not credit it alone',
  bulk_sum: 'all of them together are above the amount for a bulk',
};

export function reasonsText(reasons: readonly TwoPeopleReason[]): string {
  return reasons.map((reason) => REASON_TEXTS[reason]).join('; ');
}

/** The same for a decision, with the reasons. */
export function printAsked(
  options: Output,
  { requestId, reasons }: { requestId: string; reasons: readonly TwoPeopleReason[] },
  needed = '',
): void {
  print(options, { outcome: 'asked', requestId, reasons }, [
    `This takes two people: ${reasonsText(reasons)}.`,
    ...askedLines(requestId, 'decision', needed),
  ]);
}
