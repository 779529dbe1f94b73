/**
 * Whether a change of settings opens a door, closes one, or does neither. Opening takes two people; closing is done at once by
 * one, because whoever sees a danger must not have to wait.
 */

export const EFFECTS = ['widens', 'narrows', 'neutral'] as const;
export type Effect = (typeof EFFECTS)[number];

type Compare<Value> = (before: Value, after: Value) => Effect;

/** Of several changes at once, the one that opens most counts. */
export function combinedEffect(effects: readonly Effect[]): Effect {
  if (effects.includes('widens')) return 'widens';
  return effects.includes('narrows') ? 'narrows' : 'neutral';
}

function byOrder(comparison: number): Effect {
  if (comparison === 0) return 'neutral';
  return comparison > 0 ? 'widens' : 'narrows';
}

type Amount = bigint | number;

/** A largest value. null is no limit at all. */
const ceiling: Compare<Amount | null> = (before, after) => {
  if (before === after) return 'neutral';
  if (before === null) return 'narrows';
  return after === null || after > before ? 'widens' : 'narrows';
};

/** A smallest value. null is no limit at all. */
const floor: Compare<Amount | null> = (before, after) => {
  if (before === after) return 'neutral';
  if (before === null) return 'narrows';
  return after === null || after < before ? 'widens' : 'narrows';
};

/** A largest value whose absence means another one that is set elsewhere: which is larger is not known here. */
const ceilingOrUsual: Compare<Amount | null> = (before, after) => {
  if (before === after) return 'neutral';
  return before === null || after === null ? 'widens' : ceiling(before, after);
};

/** A list of what is allowed. An empty one allows everything, so removing the last entry opens all doors. */
const allowList: Compare<readonly string[]> = (before, after) => {
  const isNew = after.some((entry) => !before.includes(entry));
  const isGone = before.some((entry) => !after.includes(entry));
  if (!isNew && !isGone) return 'neutral';
  if (after.length === 0) return 'widens';
  return before.length > 0 && isNew ? 'widens' : 'narrows';
};

/** A list of what is allowed, in which empty means nothing. */
const closedList: Compare<readonly string[]> = (before, after) => {
  if (after.some((entry) => !before.includes(entry))) return 'widens';
  return before.some((entry) => !after.includes(entry)) ? 'narrows' : 'neutral';
};

/** A protection that is on or off. */
const guard: Compare<boolean> = (before, after) => byOrder(Number(before) - Number(after));

/** Where money or news goes. Any other address opens a new way; none at all closes one. */
const address: Compare<string | null> = (before, after) => {
  if (before === after) return 'neutral';
  return after === null ? 'narrows' : 'widens';
};

/** An account that money is paid to. */
const payee: Compare<{ readonly iban: string; readonly holderName: string } | null> = (before, after) =>
  address(before && `${before.iban} ${before.holderName}`, after && `${after.iban} ${after.holderName}`);

/** A step up the ladder opens. The first step is the most closed. */
function ladder<Step extends string>(steps: readonly Step[]): Compare<Step> {
  return (before, after) => byOrder(steps.indexOf(after) - steps.indexOf(before));
}

const unimportant: Compare<unknown> = () => 'neutral';

/** A pause stops what is new for a while and is ended the same way. Both are everyday work, by permission alone. */
const pause = unimportant;

type Rules = Readonly<Record<string, Compare<never>>>;

const PLATFORM = {
  depositMinCents: floor,
  depositMaxCents: ceiling,
  withdrawalMinCents: floor,
  withdrawalMaxCents: ceiling,
  fourEyesCents: ceiling,
  fastLimitCents: unimportant,
  depositExpirySeconds: unimportant,
  depositsPaused: pause,
  withdrawalsPaused: pause,
  payoutCountries: closedList,
} satisfies Rules;

const PARTNER = {
  name: unimportant,
  status: ladder(['disabled', 'active']),
  depositsPaused: pause,
  withdrawalsPaused: pause,
  creditLineCents: ceiling,
  redirectHosts: allowList,
  allowedNetworks: allowList,
  requestsPerSecond: ceilingOrUsual,
  depositMinCents: floor,
  depositMaxCents: ceiling,
  withdrawalMinCents: floor,
  withdrawalMaxCents: ceiling,
  playerDayDepositCount: ceiling,
  playerDayDepositCents: ceiling,
  playerDayWithdrawalCount: ceiling,
  playerDayWithdrawalCents: ceiling,
  refuseOtherHolders: guard,
  depositExpirySeconds: unimportant,
  settlementAccount: payee,
  /** Players follow it with their payment's code, and trust who answers there. */
  supportAddress: address,
  refundNote: unimportant,
} satisfies Rules;

const BANK_ACCOUNT = {
  status: ladder(['frozen', 'disabled', 'enabled']),
  depositsPaused: pause,
  payoutsPaused: pause,
  dailyCapCents: ceiling,
  toleranceCents: ceiling,
} satisfies Rules;

const WEBHOOK_ENDPOINT = {
  url: address,
  eventTypes: unimportant,
  /** A pause keeps events ready. Only a disabled endpoint is closed. */
  status: (before: string, after: string) =>
    byOrder(Number(after !== 'disabled') - Number(before !== 'disabled')),
} satisfies Rules;

/** Every setting that administrators change, with what a change of it does. A setting without a rule does not compile. */
export const SETTING_RULES = {
  platform: PLATFORM,
  partner: PARTNER,
  bank_account: BANK_ACCOUNT,
  webhook_endpoint: WEBHOOK_ENDPOINT,
} as const;

export type SettingsOf = keyof typeof SETTING_RULES;

/** The settings of a noun that have a rule. */
export type RuledSettings<Noun extends SettingsOf> = {
  [Key in keyof (typeof SETTING_RULES)[Noun]]: (typeof SETTING_RULES)[Noun][Key] extends Compare<infer Value>
    ? Value
    : never;
};

/** What a change of a noun's settings does, over all settings that it names. */
export function effectOf<Noun extends SettingsOf>(
  noun: Noun,
  before: Readonly<Partial<RuledSettings<Noun>>>,
  after: Readonly<Partial<RuledSettings<Noun>>>,
): Effect {
  const rules: Rules = SETTING_RULES[noun];
  return combinedEffect(
    Object.entries(rules).flatMap(([name, compare]) => {
      const key = name as keyof typeof before;
      if (before[key] === undefined || after[key] === undefined) return [];
      // The table pairs each name with the comparison of its own values.
      return [(compare as Compare<unknown>)(before[key], after[key])];
    }),
  );
}
