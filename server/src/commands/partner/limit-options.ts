import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import type { PartnerLimits } from '../../db/read/partners/partners.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero, wholeNumber } from '../option-values.ts';

/** What a partner's new transactions are held to. false: the --no- form, which takes the limit away. */
export interface LimitOptions {
  depositMin?: Cents | false;
  depositMax?: Cents | false;
  withdrawalMin?: Cents | false;
  withdrawalMax?: Cents | false;
  playerDayDeposits?: number | false;
  playerDayDepositAmount?: Cents | false;
  playerDayWithdrawals?: number | false;
  playerDayWithdrawalAmount?: Cents | false;
  depositExpiryMinutes?: number | false;
  refuseOtherHolders?: boolean;
}

const SECONDS_PER_MINUTE = 60;

interface LimitOption {
  name: string;
  value: '<amount>' | '<number>' | '<minutes>';
  help: string;
  /** What holds without it. */
  without: string;
}

const PLATFORM = "back to the platform's";
const NO_LIMIT = 'no such limit';

const OPTIONS: readonly LimitOption[] = [
  { name: 'deposit-min', value: '<amount>', help: 'smallest deposit', without: PLATFORM },
  { name: 'deposit-max', value: '<amount>', help: 'largest deposit', without: PLATFORM },
  { name: 'withdrawal-min', value: '<amount>', help: 'smallest withdrawal', without: PLATFORM },
  { name: 'withdrawal-max', value: '<amount>', help: 'largest withdrawal', without: PLATFORM },
  {
    name: 'player-day-deposits',
    value: '<number>',
    help: 'deposits of a player in a day',
    without: NO_LIMIT,
  },
  {
    name: 'player-day-deposit-amount',
    value: '<amount>',
    help: "sum of a player's deposits in a day",
    without: NO_LIMIT,
  },
  {
    name: 'player-day-withdrawals',
    value: '<number>',
    help: 'withdrawals of a player in a day',
    without: NO_LIMIT,
  },
  {
    name: 'player-day-withdrawal-amount',
    value: '<amount>',
    help: "sum of a player's withdrawals in a day",
    without: NO_LIMIT,
  },
  {
    name: 'deposit-expiry-minutes',
    value: '<minutes>',
    help: 'how long a deposit waits for its payment',
    without: PLATFORM,
  },
];

/** The options of a new partner. */
export function addLimitOptions(command: Command): void {
  for (const { name, value, help, without } of OPTIONS) {
    const usual = without === PLATFORM ? "the platform's" : 'no limit';
    command.option(`--${name} ${value}`, `${help} (default: ${usual})`, parserOf(value));
  }
  command.option('--refuse-other-holders', 'refuse payouts to a holder who is not the player');
}

/** The options that change a partner: each limit can be taken away too. */
export function addLimitChangeOptions(command: Command): void {
  for (const { name, value, help, without } of OPTIONS) {
    command.option(`--${name} ${value}`, help, parserOf(value)).option(`--no-${name}`, without);
  }
  command
    .option('--refuse-other-holders', 'refuse payouts to a holder who is not the player')
    .option('--no-refuse-other-holders', 'take them; operators see that the names differ');
}

function parserOf(value: LimitOption['value']): (text: string) => Cents | number {
  return value === '<amount>' ? amountAboveZero : wholeNumber;
}

/** The limits that were named. */
export function limitsGiven(options: LimitOptions): Partial<PartnerLimits> {
  const minutes = options.depositExpiryMinutes;
  const limits: { [Name in keyof PartnerLimits]: PartnerLimits[Name] | false | undefined } = {
    depositMinCents: options.depositMin,
    depositMaxCents: options.depositMax,
    withdrawalMinCents: options.withdrawalMin,
    withdrawalMaxCents: options.withdrawalMax,
    playerDayDepositCount: options.playerDayDeposits,
    playerDayDepositCents: options.playerDayDepositAmount,
    playerDayWithdrawalCount: options.playerDayWithdrawals,
    playerDayWithdrawalCents: options.playerDayWithdrawalAmount,
    depositExpirySeconds: typeof minutes === 'number' ? minutes * SECONDS_PER_MINUTE : minutes,
    refuseOtherHolders: undefined,
  };
  const { refuseOtherHolders } = options;
  return {
    ...Object.fromEntries(
      Object.entries(limits)
        .filter(([, limit]) => limit !== undefined)
        .map(([name, limit]) => [name, limit === false ? null : limit]),
    ),
    ...(refuseOtherHolders === undefined ? {} : { refuseOtherHolders }),
  };
}

/** A partner's limits as labels and values. */
export function limitRows(limits: PartnerLimits): [label: string, value: string][] {
  const { depositExpirySeconds: expirySeconds } = limits;
  return [
    ['deposit limits', rangeText(limits.depositMinCents, limits.depositMaxCents)],
    ['withdrawal limits', rangeText(limits.withdrawalMinCents, limits.withdrawalMaxCents)],
    ["a player's deposits in a day", dayText(limits.playerDayDepositCount, limits.playerDayDepositCents)],
    [
      "a player's withdrawals in a day",
      dayText(limits.playerDayWithdrawalCount, limits.playerDayWithdrawalCents),
    ],
    ['payouts to other holders', limits.refuseOtherHolders ? 'refused' : 'taken'],
    [
      'deposits expire after',
      expirySeconds === null ? "the platform's time" : `${expirySeconds / SECONDS_PER_MINUTE} minutes`,
    ],
  ];
}

function rangeText(minCents: Cents | null, maxCents: Cents | null): string {
  if (minCents === null && maxCents === null) return "the platform's";
  const [min, max] = [minCents, maxCents].map((limit) =>
    limit === null ? "the platform's" : amountText(limit),
  );
  return `${min} to ${max}`;
}

function dayText(count: number | null, sumCents: Cents | null): string {
  const parts = [
    ...(count === null ? [] : [`at most ${count}`]),
    ...(sumCents === null ? [] : [`up to ${amountText(sumCents)}`]),
  ];
  return parts.join(', ') || 'no limit';
}
