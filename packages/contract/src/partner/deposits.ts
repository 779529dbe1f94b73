import { DEPOSIT_STATUSES } from '@vezne/domain/transaction-state';
import { LANGUAGES } from '@vezne/domain/written';
import { z } from 'zod';
import { currency, currencyIdentity, requestAmount, wireCents } from '../fields/amount.ts';
import { customerIdentity, depositCustomer } from '../fields/customer.ts';
import { requiredAs } from '../fields/field-problems.ts';
import { REDIRECT_URL_MAX_LENGTH, redirectUrlProblem } from '../fields/redirect-url.ts';
import type { RedirectUrlRules } from '../fields/redirect-url.ts';
import { CREATE_ERRORS } from './route.ts';
import type { PartnerRoute } from './route.ts';
import { externalReference } from '../fields/text.ts';

/**
 * What makes a repeated create the same deposit. It is read separately, so an existing deposit is found and returned even
 * when an unrelated field is malformed.
 */
export const depositIdentity = z.object(
  { externalReference, amount: requestAmount, currency: currencyIdentity, customer: customerIdentity },
  { error: requiredAs('an object') },
);

/**
 * A wish about the page, and no more: no value of it refuses a deposit, and a retry may have another one. So whatever is not
 * one of our languages counts as absent.
 */
const language = z.enum(LANGUAGES).optional().catch(undefined).meta({
  description:
    'The language in which the payment page opens; the player may choose another there. Anything else than `tr` and `en` is ignored, and the page opens in the language that the browser asks for.',
});

/** http to this machine is allowed only in development, so the caller must say where it runs. */
export function depositCreateRequest(rules: RedirectUrlRules) {
  return z.object(
    {
      ...depositIdentity.shape,
      currency,
      redirectUrl: redirectUrlField(rules),
      customer: depositCustomer,
      language,
    },
    { error: requiredAs('an object') },
  );
}

export type DepositCreate = z.infer<ReturnType<typeof depositCreateRequest>>;

export const depositTransaction = z.object({
  id: z.string().startsWith('txn_').meta({ description: 'Our identifier of the transaction.' }),
  type: z.literal('deposit'),
  status: z
    .enum(DEPOSIT_STATUSES)
    .meta({ description: 'Where the deposit stands; it is `waiting_payment` when it is created.' }),
  amountCents: wireCents.meta({ description: 'The requested amount.' }),
  requestedAmountCents: wireCents.meta({ description: 'The requested amount.' }),
  actualAmountCents: wireCents
    .nullable()
    .meta({ description: 'The gross amount received; null until known.' }),
  commissionCents: wireCents.meta({ description: 'Our commission, at the terms of the moment of creation.' }),
  netAmountCents: wireCents.meta({ description: 'The amount after commission.' }),
  playerAmountCents: wireCents.meta({
    description: 'The amount to credit to the player once the deposit is approved, and no other.',
  }),
  balanceImpactCents: wireCents.meta({ description: 'The effect on your balance.' }),
  externalReference: z.string().meta({ description: 'Your reference, as you sent it.' }),
  referenceCode: z.string().meta({ description: 'The code that the player writes into the transfer.' }),
  redirectUrl: z.string().meta({ description: 'Your address, as you sent it.' }),
  hostedUrl: z.url().meta({ description: 'The payment page; send the player there right away.' }),
});

export type DepositTransaction = z.infer<typeof depositTransaction>;

export const createDeposit = {
  method: 'POST',
  path: '/v1/deposits',
  summary: 'Create a deposit and get the address of its payment page.',
  request: depositCreateRequest({ allowLoopbackHttp: false }),
  response: z.object({ transaction: depositTransaction }),
  successStatus: 201,
  errors: [...CREATE_ERRORS, 'deposits_paused', 'no_deposit_account'],
} as const satisfies PartnerRoute;

function redirectUrlField(rules: RedirectUrlRules) {
  return z
    .string({ error: requiredAs('a string') })
    .superRefine((text, context) => {
      const problem = redirectUrlProblem(text, rules);
      if (problem !== undefined) {
        context.addIssue({ code: 'custom', message: problem });
      }
    })
    .meta({
      format: 'uri',
      maxLength: REDIRECT_URL_MAX_LENGTH,
      description:
        'Where the player is sent back to; https. `svcTransactionId`, `svcStatus` and `externalReference` are added to its query.',
    });
}
