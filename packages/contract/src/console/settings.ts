/** What holds for every partner: limits and pauses, every version of them, and who has limits of their own. */
import { cents } from '@vezne/domain/money';
import { z } from 'zod';
import { requestAmount, wireCents } from '../fields/amount.ts';
import { changePress, changeRoute } from './administration.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

const platformSettings = z.object({
  depositMinCents: wireCents,
  depositMaxCents: wireCents,
  withdrawalMinCents: wireCents,
  withdrawalMaxCents: wireCents,
  /** Above this, money leaves only when two people agree. */
  fourEyesCents: wireCents,
  /** Up to this, players are told that a transfer arrives at once. */
  fastLimitCents: wireCents,
  /** Countries whose IBANs payouts may go to, as an IBAN begins with them. */
  payoutCountries: z.array(z.string()),
  depositExpirySeconds: z.int(),
  depositsPaused: z.boolean(),
  withdrawalsPaused: z.boolean(),
});
export type PlatformSettingsShown = z.infer<typeof platformSettings>;

const settingsVersion = z.object({
  version: z.int(),
  at: moment,
  by: z.string(),
  settings: platformSettings,
});

/** Who paused it, and when; null: it is open. */
const pauseShown = z.object({ by: z.string(), at: moment }).nullable();
export type PauseShown = z.infer<typeof pauseShown>;

const settingsInForce = settingsVersion.extend({
  pauses: z.object({ deposits: pauseShown, withdrawals: pauseShown }),
  /** Changes that wait for a second person. */
  waiting: z.array(z.object({ requestId: rowId, action: z.string(), askedBy: z.string(), askedAt: moment })),
});
export type SettingsInForce = z.infer<typeof settingsInForce>;

/** Operators pause too, so they see what holds. */
export const getSettings = {
  method: 'GET',
  path: '/api/settings',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  response: settingsInForce,
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

export const SETTINGS_PAGE = 20;

const versionNo = z.coerce.number().int().min(1).max(2_147_483_647);

const changedVersion = settingsVersion.extend({
  /** The version before it; null: it is the first one. */
  previous: platformSettings.nullable(),
  /** Who asked for it, where it took two; `by` has confirmed it then. */
  askedBy: z.string().nullable(),
  requestId: rowId.nullable(),
});
export type ChangedVersion = z.infer<typeof changedVersion>;

/** The newest first. */
export const listSettingsVersions = {
  method: 'GET',
  path: '/api/settings/versions',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  query: z.object({ before: versionNo.optional() }),
  response: z.object({
    versions: z.array(changedVersion),
    /** For `before`; null on the last page. */
    next: z.int().nullable(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** Null: nothing of its own; what holds for every partner holds. */
const partnerLimits = z.object({
  partner: z.object({ id: rowId, name: z.string() }),
  depositMinCents: wireCents.nullable(),
  depositMaxCents: wireCents.nullable(),
  withdrawalMinCents: wireCents.nullable(),
  withdrawalMaxCents: wireCents.nullable(),
  /** What one player may do in a day. */
  playerDayDepositCount: z.int().nullable(),
  playerDayDepositCents: wireCents.nullable(),
  playerDayWithdrawalCount: z.int().nullable(),
  playerDayWithdrawalCents: wireCents.nullable(),
  /** Payouts to a holder who is not the player are refused. */
  refuseOtherHolders: z.boolean(),
  depositExpirySeconds: z.int().nullable(),
});
export type PartnerLimitsShown = z.infer<typeof partnerLimits>;

/** Partners with limits of their own or for their players, by name. */
export const listPartnerLimits = {
  method: 'GET',
  path: '/api/settings/partner-limits',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  response: z.object({ partners: z.array(partnerLimits) }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** Zero is an amount here: two people for all money, or no transfer that is said to arrive at once. */
const amountOrZero = z
  .literal('0.00')
  .transform(() => cents(0n))
  .or(requestAmount);

/** What is left out stays as it is. */
export const setLimits = changeRoute('limits.set', {
  path: '/api/settings/limits',
  request: changePress.extend({
    depositMinCents: requestAmount.exactOptional(),
    depositMaxCents: requestAmount.exactOptional(),
    withdrawalMinCents: requestAmount.exactOptional(),
    withdrawalMaxCents: requestAmount.exactOptional(),
    fourEyesCents: amountOrZero.exactOptional(),
    fastLimitCents: amountOrZero.exactOptional(),
    /** The use case says what is no country. */
    payoutCountries: z.array(z.string().min(1).max(16)).max(200).exactOptional(),
  }),
});

const directions = changePress.extend({ deposits: z.boolean(), withdrawals: z.boolean() });

/** New deposits, new withdrawals or both are refused for every partner from now on. */
export const pausePlatform = changeRoute('platform.pause', {
  path: '/api/settings/pause',
  request: directions,
});

export const resumePlatform = changeRoute('platform.resume', {
  path: '/api/settings/resume',
  request: directions,
});
