import { z } from 'zod';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import type { AccountName } from '@vezne/domain/accounts';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { OperationRequest } from './operation.ts';

/**
 * An operation as a request stores it until it is confirmed. Amounts are strings of digits, because a number in JSON is a
 * float.
 */
const amountCents = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((digits): Cents => cents(BigInt(digits)));

const account = z
  .object({
    kind: z.enum(Object.keys(ACCOUNT_KINDS) as [keyof typeof ACCOUNT_KINDS]),
    partnerId: z.uuid().optional(),
    bankAccountId: z.uuid().optional(),
  })
  .transform((name) => name as AccountName);

const operation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['settled_to_partner', 'topped_up']),
    partnerId: z.uuid(),
    bankAccountId: z.uuid(),
    amountCents,
  }),
  z.object({
    kind: z.enum(['internal_transfer_sent', 'internal_transfer_arrived', 'bank_fee_charged']),
    bankAccountId: z.uuid(),
    sentOperationId: z.uuid().optional(),
    amountCents,
  }),
  z.object({ kind: z.literal('adjusted'), debit: account, credit: account, amountCents }),
]);

export function operationDetails(request: OperationRequest): Record<string, unknown> {
  return { ...request, amountCents: String(request.amountCents) };
}

export function readOperation(details: unknown): OperationRequest {
  return operation.parse(details);
}
