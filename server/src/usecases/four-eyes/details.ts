import { z } from 'zod';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import type { AccountName } from '@vezne/domain/accounts';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { OperationWish } from '../ledger/operation.ts';

/**
 * What a request says, as the database keeps it and as it is read again when somebody confirms it. Amounts are strings of
 * digits: a number in JSON is a float.
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

const correction = z.object({ transactionId: z.uuid(), seen: z.string(), actualCents: amountCents });

export interface Correction {
  transactionId: string;
  seen: string;
  actualCents: Cents;
}

export function operationDetails(wish: OperationWish): Record<string, unknown> {
  return { ...wish, amountCents: String(wish.amountCents) };
}

export function readOperation(details: unknown): OperationWish {
  return operation.parse(details);
}

export function correctionDetails(wish: Correction): Record<string, unknown> {
  return { ...wish, actualCents: String(wish.actualCents) };
}

export function readCorrection(details: unknown): Correction {
  return correction.parse(details);
}
