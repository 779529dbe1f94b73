/** What a partner pays: versions of its terms for each direction, and new partners with their first ones. */
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { wireCents } from '../fields/amount.ts';
import { changePress, changeRoute } from './administration.ts';
import { moment } from './fields.ts';
import { typedCents } from './partners.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** `replaced`: a later version begins before it, so that it never holds. */
const TERMS_STATES = ['in_force', 'to_come', 'past', 'replaced'] as const;

const termsVersion = z.object({
  direction: z.enum(TRANSACTION_TYPES),
  version: z.int(),
  basisPoints: z.int(),
  fixedCents: wireCents,
  mode: z.enum(SETTLEMENT_MODES),
  from: moment,
  state: z.enum(TERMS_STATES),
  /** Who confirmed it, and who asked for it. Null: nobody is recorded, as where a partner was set up before that. */
  createdBy: z.string(),
  askedBy: z.string().nullable(),
});
export type TermsVersion = z.infer<typeof termsVersion>;

/** The newest first, deposits before withdrawals. */
export const listPartnerTerms = {
  method: 'GET',
  path: '/api/partners/:id/terms',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  response: z.object({ versions: z.array(termsVersion) }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** The use case says which rates are none. */
const typedTerms = z.object({
  basisPoints: z.int().min(0).max(1_000_000),
  fixedCents: typedCents,
  mode: z.enum(SETTLEMENT_MODES),
});

/** A version of one direction. Open transactions keep the terms that they were opened with. */
export const setPartnerTerms = changeRoute('terms.set', {
  path: '/api/partners/:id/terms',
  request: changePress.extend({
    direction: z.enum(TRANSACTION_TYPES),
    terms: typedTerms,
    /** The page names the moment: a press that comes twice must mean the same one. */
    from: z.union([z.literal('now'), moment]),
  }),
});

const entries = z.array(z.string().min(1).max(300)).max(200);

/** A new partner with its first terms. Whoever confirms is shown its first keys. */
export const createPartner = changeRoute('partner.create', {
  path: '/api/partners',
  request: changePress.extend({
    name: z.string().max(256),
    deposit: typedTerms,
    withdrawal: typedTerms,
    creditLineCents: typedCents.exactOptional(),
    redirectHosts: entries.exactOptional(),
    allowedNetworks: entries.exactOptional(),
  }),
});
