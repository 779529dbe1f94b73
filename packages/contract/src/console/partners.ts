/** Partners, as administrators see and change them. */
import { cents } from '@vezne/domain/money';
import { z } from 'zod';
import { wireCents } from '../fields/amount.ts';
import { changePress, changeRoute } from './administration.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** `none`: it has no endpoint that is not disabled. `behind`: an event has waited for five minutes. */
const WEBHOOK_HEALTHS = ['none', 'healthy', 'paused', 'behind', 'parked'] as const;
export type WebhookHealth = (typeof WEBHOOK_HEALTHS)[number];

const partnerRow = z.object({
  id: rowId,
  name: z.string(),
  status: z.enum(['active', 'disabled']),
  depositsPaused: z.boolean(),
  withdrawalsPaused: z.boolean(),
  availableCents: wireCents,
  reservedCents: wireCents,
  creditLineCents: wireCents,
  /** What waits and is not authorised yet. */
  openWithdrawals: z.object({ count: z.int(), cents: wireCents }),
  webhooks: z.enum(WEBHOOK_HEALTHS),
});
export type PartnerRow = z.infer<typeof partnerRow>;

/** Far above any amount of a partner: a larger one is a typing error. */
const MOST_CENTS = 999_999_999_999;
/** An amount that somebody has typed, in minor units; nothing is an amount as well. */
export const typedCents = z
  .int()
  .min(0)
  .max(MOST_CENTS)
  .transform((amount) => cents(BigInt(amount)));

/** Changes of this partner that wait for a second person. */
export const waitingChange = z.object({
  requestId: rowId,
  action: z.string(),
  askedBy: z.string(),
  askedAt: moment,
});

const partnerSettings = z.object({
  /** Empty: any host. */
  redirectHosts: z.array(z.string()),
  /** Empty: any network. */
  allowedNetworks: z.array(z.string()),
  /** What its people asked for at the portal; null: nothing waits. Where nobody else of theirs can confirm it, it is ours to set. */
  askedNetworks: z
    .object({
      networks: z.array(z.string()),
      askedBy: z.string(),
      askedAt: moment,
      expiresAt: moment,
      waitsFor: z.enum(['colleague', 'us']),
    })
    .nullable(),
  /** Null: the limit that holds for every partner. */
  requestsPerSecond: z.int().nullable(),
  creditLineCents: wireCents,
  /** Null: the platform's alone holds. */
  depositMinCents: wireCents.nullable(),
  depositMaxCents: wireCents.nullable(),
  withdrawalMinCents: wireCents.nullable(),
  withdrawalMaxCents: wireCents.nullable(),
  /** What one player may in a day. Null: no limit. */
  playerDayDepositCount: z.int().nullable(),
  playerDayDepositCents: wireCents.nullable(),
  playerDayWithdrawalCount: z.int().nullable(),
  playerDayWithdrawalCents: wireCents.nullable(),
  /** Payouts to a holder who is not the player are refused. */
  refuseOtherHolders: z.boolean(),
  /** Null: the platform's. */
  depositExpirySeconds: z.int().nullable(),
  /** Where its balance is paid to. The IBAN is masked for auditors. */
  settlementAccount: z.object({ iban: z.string(), holderName: z.string() }).nullable(),
  supportAddress: z.string().nullable(),
  refundNote: z.object({ tr: z.string(), en: z.string() }).nullable(),
  /** Changes with the picture; null: there is none. */
  logo: z.string().nullable(),
});
export type PartnerSettings = z.infer<typeof partnerSettings>;

const partnerDetail = partnerRow.extend({
  createdAt: moment,
  /** Null for whoever reads queues alone: operators pause a partner, and see how it stands. */
  settings: partnerSettings.nullable(),
  waiting: z.array(waitingChange),
});
export type PartnerDetail = z.infer<typeof partnerDetail>;

/** All of them, by name: a cell has some hundred at most. */
export const listPartners = {
  method: 'GET',
  path: '/api/partners',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  response: z.object({
    partners: z.array(partnerRow),
    /** New ones that wait for a second person; empty for whoever reads queues alone. */
    waiting: z.array(waitingChange.extend({ name: z.string() })),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

export const getPartner = {
  method: 'GET',
  path: '/api/partners/:id',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  response: partnerDetail,
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

const directions = changePress.extend({ deposits: z.boolean(), withdrawals: z.boolean() });

/** New deposits, new withdrawals or both are refused from now on. */
export const pausePartner = changeRoute('partner.pause', {
  path: '/api/partners/:id/pause',
  request: directions,
});

export const resumePartner = changeRoute('partner.resume', {
  path: '/api/partners/:id/resume',
  request: directions,
});

/** The use case says what is no host, no network or no name. These are bounds of what it reads. */
const entries = z.array(z.string().min(1).max(300)).max(200);

/** Long enough to be refused with the reason by the use case. */
const text = z.string().max(1_024);

/** What is left out stays as it is. */
export const setPartner = changeRoute('partner.set', {
  path: '/api/partners/:id/set',
  request: changePress.extend({
    name: z.string().max(256).exactOptional(),
    redirectHosts: entries.exactOptional(),
    allowedNetworks: entries.exactOptional(),
    requestsPerSecond: z.int().nullable().exactOptional(),
    creditLineCents: typedCents.exactOptional(),
    depositMinCents: typedCents.nullable().exactOptional(),
    depositMaxCents: typedCents.nullable().exactOptional(),
    withdrawalMinCents: typedCents.nullable().exactOptional(),
    withdrawalMaxCents: typedCents.nullable().exactOptional(),
    playerDayDepositCount: z.int().nullable().exactOptional(),
    playerDayDepositCents: typedCents.nullable().exactOptional(),
    playerDayWithdrawalCount: z.int().nullable().exactOptional(),
    playerDayWithdrawalCents: typedCents.nullable().exactOptional(),
    refuseOtherHolders: z.boolean().exactOptional(),
    depositExpirySeconds: z.int().nullable().exactOptional(),
    settlementAccount: z.object({ iban: text, holderName: text }).nullable().exactOptional(),
    supportAddress: text.nullable().exactOptional(),
    refundNote: z.object({ tr: text, en: text }).nullable().exactOptional(),
  }),
});

/** Every request of it is refused from now on, and what is open goes on. */
export const disablePartner = changeRoute('partner.disable', {
  path: '/api/partners/:id/disable',
  request: changePress,
});

export const enablePartner = changeRoute('partner.enable', {
  path: '/api/partners/:id/enable',
  request: changePress,
});

/** Base64 of at most 16 KB: what is larger is refused by the use case, with the reason, as far as a body is read at all. */
const picture = z
  .string()
  .min(1)
  .max(31_000)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64');

/** The picture that players see beside the partner's name. */
export const setPartnerLogo = changeRoute('partner.set_logo', {
  path: '/api/partners/:id/logo',
  request: changePress.extend({ content: picture }),
});

export const removePartnerLogo = changeRoute('partner.remove_logo', {
  path: '/api/partners/:id/logo/remove',
  request: changePress,
});

/** The picture itself. */
export const getPartnerLogo = {
  method: 'GET',
  path: '/api/partners/:id/logo',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  /** The bytes. */
  response: z.unknown(),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;
