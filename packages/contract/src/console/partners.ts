/** Partners, as administrators see and change them. */
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

/** Changes of this partner that wait for a second person. */
const waitingChange = z.object({
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
  /** Null: the limit that holds for every partner. */
  requestsPerSecond: z.int().nullable(),
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
  response: z.object({ partners: z.array(partnerRow) }),
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

/** What is left out stays as it is. */
export const setPartner = changeRoute('partner.set', {
  path: '/api/partners/:id/set',
  request: changePress.extend({
    name: z.string().max(256).exactOptional(),
    redirectHosts: entries.exactOptional(),
    allowedNetworks: entries.exactOptional(),
    requestsPerSecond: z.int().nullable().exactOptional(),
  }),
});
