import { TRANSACTION_STATUSES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { currency, currencyIdentity, requestAmount, wireCents } from '../fields/amount.ts';
import { customer, customerIdentity } from '../fields/customer.ts';
import { requiredAs } from '../fields/field-problems.ts';
import { ibanField } from '../fields/iban.ts';
import { CREATE_ERRORS } from './route.ts';
import type { PartnerRoute } from './route.ts';
import { boundedText, externalReference } from '../fields/text.ts';

const object = { error: requiredAs('an object') };

const withdrawalAccountIdentity = z.object({ iban: ibanField }, object);

const withdrawalAccount = z.object(
  {
    bankName: boundedText({ minLength: 1, maxLength: 64 }).meta({ description: "The player's bank." }),
    accountHolderName: boundedText({ minLength: 1, maxLength: 128 }).meta({
      description:
        'Whose account it is. It should be the player; operators see when it is not, or it is refused if you asked for that.',
    }),
    ...withdrawalAccountIdentity.shape,
  },
  object,
);

/**
 * What makes a repeated create the same withdrawal. It is read separately, so an existing withdrawal is found and returned
 * even when an unrelated field is malformed.
 */
export const withdrawalIdentity = z.object(
  {
    externalReference,
    amount: requestAmount,
    currency: currencyIdentity,
    customer: customerIdentity,
    withdrawalAccount: withdrawalAccountIdentity,
  },
  object,
);

export const withdrawalCreateRequest = z.object(
  { ...withdrawalIdentity.shape, currency, customer, withdrawalAccount },
  object,
);

export type WithdrawalCreate = z.infer<typeof withdrawalCreateRequest>;

/** `waiting_payment` is only for deposits: no player pays anything in before a payout. */
const withdrawalStatus = z.enum(TRANSACTION_STATUSES).exclude(['waiting_payment']);

export const withdrawalTransaction = z.object({
  id: z.string().startsWith('txn_').meta({ description: 'Our identifier of the transaction.' }),
  type: z.literal('withdrawal'),
  status: withdrawalStatus.meta({
    description: 'Where the withdrawal stands; it is `waiting_confirmation` when it is created.',
  }),
  amountCents: wireCents.meta({ description: 'The requested amount.' }),
  playerAmountCents: wireCents.meta({ description: 'The amount that is paid out to the player.' }),
  commissionCents: wireCents.meta({ description: 'Our commission, at the terms of the moment of creation.' }),
  balanceImpactCents: wireCents.meta({ description: 'The effect on your balance.' }),
});

export type WithdrawalTransaction = z.infer<typeof withdrawalTransaction>;

export const createWithdrawal = {
  method: 'POST',
  path: '/v1/withdrawals',
  summary: 'Create a withdrawal; it enters the approval process at once.',
  request: withdrawalCreateRequest,
  response: z.object({ transaction: withdrawalTransaction }),
  successStatus: 201,
  errors: [...CREATE_ERRORS, 'withdrawals_paused'],
} as const satisfies PartnerRoute;
