import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { READ_ERRORS } from './route.ts';
import type { PartnerRoute } from './route.ts';

export const balance = z.object({
  currency,
  availableCents: wireCents.meta({
    description:
      'What we hold for you and have not set aside. It is below zero when withdrawals took more than there was, within your credit line.',
  }),
  reservedCents: wireCents.meta({
    description:
      'What is set aside for payouts that are authorised and on their way. It is not in `availableCents` any more.',
  }),
  openWithdrawalsCents: wireCents.meta({
    description:
      'What your withdrawals that wait and are not authorised yet will take from `availableCents` when they are. 0 when there are none.',
  }),
});

export type Balance = z.infer<typeof balance>;

export const getBalance = {
  method: 'GET',
  path: '/v1/balance',
  summary: 'Your balance, and what waits to be taken from it.',
  request: z.object({}),
  response: balance,
  successStatus: 200,
  errors: [...READ_ERRORS, 'query_not_allowed', 'overloaded'],
} as const satisfies PartnerRoute;
