import { REQUEST_KINDS, REQUEST_LIFETIME_SECONDS } from '@vezne/domain/four-eyes-request';
import type { RequestKind } from '@vezne/domain/four-eyes-request';
import { formatAmount } from '@vezne/domain/money';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { ACTION_RULES } from '@vezne/domain/permissions';
import type { ActionRule } from '@vezne/domain/permissions';
import {
  BULK_MAX,
  BULK_SUM_CENTS,
  DEFAULT_FOUR_EYES_CENTS,
  TWO_PEOPLE_REASONS,
} from '@vezne/domain/two-people';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { SETTING_RULES, effectOf } from '@vezne/domain/widening';
import { MARK_TEXTS } from '../../server/src/commands/mark-texts.ts';
import { code, table } from './markdown.ts';

const SECONDS_PER_HOUR = 3_600;

const INTRODUCTION = `# Four eyes

No single person moves much money, and no single person opens a door. What takes two waits as a request: the first person asks, a
second one looks and confirms, and only then is it done, in the transaction that ends the request and by the same use case. Who asked
never confirms. People are told apart by their ids, and a namesake counts as the same person; the database holds both.

This page is written from the code by \`npm run docs\`; a test holds it to that. Who may ask and confirm what is in
[permissions.md](permissions.md), how it is done at the command line in [operations.md](operations.md).

## The life of a request

\`\`\`mermaid
stateDiagram-v2
  [*] --> open: a person asks
  open --> confirmed: a second person; done in the same transaction
  open --> declined: somebody, with a reason
  open --> withdrawn: the person who asked
  open --> expired: a job, when its time is over
  open --> overtaken: whoever decides on the transaction otherwise
\`\`\`

A request keeps the action, what it is about, what changes (before and after), why it takes two, who asked and why, and a fingerprint
of its subject. A confirmation is refused when the subject is no longer what the first person saw. A request that has ended stays as
it is. Of several people who end it at the same moment, one does. While it waits nothing changes: a deposit or a payout stays in its
queue, others may still decide on it, and one request at a time is open about it. Whoever then moves it on otherwise (releases, rejects,
hands over or authorises the payout, freezes its account, disables its taker) ends the request with that, in the same transaction and with
an entry in the audit log: it could not be confirmed any more, and the next person can ask anew.
`;

const LIFETIMES: Readonly<Record<RequestKind, string>> = {
  decision: 'a decision on a deposit or a payout; then it is back in its queue',
  operation: 'an operation of the ledger',
  change: 'a change of settings, partners, accounts or keys',
};

const REASONS: Readonly<Record<TwoPeopleReason, string>> = {
  always: 'corrections, adjustments, misdirected payouts, and every change that widens something',
  above_four_eyes: `the larger of the amount and its cost to the balance is above the four-eyes amount (${amount(DEFAULT_FOUR_EYES_CENTS)} unless administrators chose another)`,
  day_sum:
    'with what one hand decided today (Europe/Istanbul) it is above the four-eyes amount: deposits by player, payouts by player and by IBAN, operations by person and account. What two people decided does not count',
  exceeds_asked: 'more than 20 % and more than 5,000.00 above what was asked for',
  late_money: 'late money above 5,000.00',
  another_sender: 'the bank shows a sender who is not the player, at any amount',
  another_holder: 'the account of a payout belongs to somebody else than the player, at any amount',
  refused_for_another:
    'refused money is credited to another player, or at another partner, than the one whose deposit was refused, at any amount',
  refused_by_same: 'whoever refused money, or agreed to that, credits it, at any amount',
  bulk_sum: `a bulk of approvals above ${amount(BULK_SUM_CENTS)}; at most ${BULK_MAX} at once, and none that carries a warning`,
};

function amount(cents: typeof DEFAULT_FOUR_EYES_CENTS): string {
  return formatAmount(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** Pairs of values that show what raising, lowering, adding and removing do. */
const EXAMPLES: readonly (readonly [words: string, before: unknown, after: unknown])[] = [
  ['raise it', 5n, 6n],
  ['lower it', 6n, 5n],
];
const OPTIONAL: typeof EXAMPLES = [...EXAMPLES, ['no limit at all', 5n, null]];
const LIST_EXAMPLES: typeof EXAMPLES = [
  ['add an entry', ['a'], ['a', 'b']],
  ['remove one of several', ['a', 'b'], ['a']],
  ['remove the last', ['a'], []],
];
const LISTS = new Set(['redirectHosts', 'allowedNetworks', 'payoutCountries']);

/** Amounts that are never empty. */
const ALWAYS_SET = new Set(['creditLineCents', 'toleranceCents']);

/** Settings whose values are neither amounts nor lists, with what their changes do in words. */
const IN_WORDS: Readonly<Record<string, string>> = {
  'partner.name': 'neutral',
  'partner.status': 'enabling widens, disabling narrows',
  'partner.refuseOtherHolders': 'ending it widens, beginning it narrows',
  'partner.settlementAccount': 'another account widens, none narrows',
  'partner.supportAddress': 'another address widens, none narrows',
  'partner.refundNote': 'neutral',
  'bank_account.status': 'a step from frozen to disabled to enabled widens, a step back narrows',
  'webhook_endpoint.url': 'another address widens, unless it is on the machine of a developer',
  'webhook_endpoint.status': 'enabling widens, disabling narrows, pausing and resuming are neutral',
  'webhook_endpoint.eventTypes': 'neutral',
};

function settingRow(noun: keyof typeof SETTING_RULES, name: string): string[] {
  const known = IN_WORDS[`${noun}.${name}`];
  if (known !== undefined || name.endsWith('Paused')) return [code(`${noun}.${name}`), known ?? 'neutral'];
  const isAlwaysSet = noun === 'platform' || ALWAYS_SET.has(name);
  const examples = LISTS.has(name) ? LIST_EXAMPLES : isAlwaysSet ? EXAMPLES : OPTIONAL;
  const effects = examples.map(([words, before, after]) => {
    const effect = effectOf(noun, { [name]: before }, { [name]: after });
    return [words, effect] as const;
  });
  const isNeutral = effects.every(([, effect]) => effect === 'neutral');
  return [
    code(`${noun}.${name}`),
    isNeutral ? 'neutral' : effects.map(([words, effect]) => `${words}: ${effect}`).join('; '),
  ];
}

function actionRow([action, { hands, because = '' }]: [string, ActionRule]): string[] {
  return [code(action), hands, because];
}

/** docs/four-eyes.md. */
export function fourEyesDocument(): string {
  const nouns = Object.keys(SETTING_RULES) as (keyof typeof SETTING_RULES)[];
  const settings = nouns.flatMap((noun) =>
    Object.keys(SETTING_RULES[noun]).map((name) => settingRow(noun, name)),
  );
  return [
    INTRODUCTION,
    table(
      ['waits for', 'what'],
      REQUEST_KINDS.map((kind) => [hours(REQUEST_LIFETIME_SECONDS[kind]), LIFETIMES[kind]]),
    ),
    '',
    '## Money',
    '',
    table(
      ['reason', 'when'],
      TWO_PEOPLE_REASONS.map((reason) => [code(reason), REASONS[reason]]),
    ),
    '',
    'For a payout the taker asks and the one who confirms authorises it; another person may also authorise it directly. Release,',
    'rejection and return after authorisation, and hand-over, are acts of a person who never had the payout in hand.',
    'Whoever has asked about a transaction does not decide the same alone in another way while the request is open.',
    '',
    '## What an operator has to have read',
    '',
    'A payout with one of these marks is neither taken nor authorised without the explicit word that it was read (`--read MARK`),',
    'which stays in the history.',
    '',
    table(
      ['mark', 'meaning'],
      PAYOUT_MARKS.map((mark) => [code(mark), MARK_TEXTS[mark]]),
    ),
    '',
    '## Changes',
    '',
    'A change widens, narrows, or does neither. What widens takes two; what narrows is done at once by one, because whoever sees a',
    'danger must not have to wait; the rest is a matter of permission. A change and its reverse are never both narrow. Of several',
    'changes at once, one that widens makes all of them wait.',
    '',
    table(['setting', 'what a change does'], settings),
    '',
    'New bank accounts, partners, credentials, webhook secrets and terms always widen. What widens is held by the database',
    'too: it is possible only in the transaction that confirms a request for exactly that.',
    '',
    '## Every action',
    '',
    table(['action', 'hands', 'depends on'], Object.entries(ACTION_RULES).map(actionRow)),
    '',
  ].join('\n');
}

function hours(seconds: number): string {
  const count = seconds / SECONDS_PER_HOUR;
  return count % 24 === 0 && count > 24 ? `${count / 24} days` : `${count} hours`;
}
