import { z } from 'zod';
import { balance } from '../balance.ts';
import { createDeposit, depositTransaction } from '../deposits.ts';
import { apiErrorBody } from '../errors.ts';
import { listEvents, partnerEvent } from '../events.ts';
import { pageLimit } from '../../fields/page-query.ts';
import { testEvent } from '../test-event.ts';
import {
  cancelTransaction,
  depositRead,
  getLimits,
  getTransaction,
  listTransactions,
  transactionRead,
  withdrawalRead,
} from '../transactions.ts';
import { createWithdrawal, withdrawalTransaction } from '../withdrawals.ts';
import type { Reference, Schema } from './document.ts';

/** Schemas with a name. Where one is part of another, the document refers to it by that name. */
const REQUESTS: readonly (readonly [string, z.ZodType])[] = [
  ['DepositRequest', createDeposit.request],
  ['WithdrawalRequest', createWithdrawal.request],
  ['CancelRequest', cancelTransaction.request],
];

const RESPONSES: readonly (readonly [string, z.ZodType])[] = [
  ['CreatedDeposit', depositTransaction],
  ['CreatedDepositResponse', createDeposit.response],
  ['CreatedWithdrawal', withdrawalTransaction],
  ['CreatedWithdrawalResponse', createWithdrawal.response],
  ['Deposit', depositRead],
  ['Withdrawal', withdrawalRead],
  ['Transaction', transactionRead],
  ['TransactionResponse', getTransaction.response],
  ['TransactionPage', listTransactions.response],
  ['Event', partnerEvent],
  ['EventPage', listEvents.response],
  ['TestEvent', testEvent],
  ['Balance', balance],
  ['Limits', getLimits.response],
  ['Error', apiErrorBody],
];

const NAMES: ReadonlyMap<z.ZodType, string> = new Map(
  [...REQUESTS, ...RESPONSES].map(([name, schema]) => [schema, name]),
);

export function componentSchemas(): Record<string, Schema> {
  return { ...publishedSchemas(REQUESTS, 'input'), ...publishedSchemas(RESPONSES, 'output') };
}

export function referenceTo(schema: z.ZodType): Reference {
  const name = NAMES.get(schema);
  if (name === undefined) throw new Error('Every request and response body needs a name in the document.');
  return { $ref: referenceOf(name) };
}

/** A schema that is written in place, without a name. */
export function inlineSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      removeZodExtras(jsonSchema);
      if (zodSchema === pageLimit) publishAsPageSize(jsonSchema);
    },
  });
}

/** A query string contains only text, so we read text. For people who generate a client it is a number. */
function publishAsPageSize(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.pattern;
  schema.type = 'integer';
  schema.minimum = 1;
  // A test compares it with what the service accepts.
  schema.maximum = 250;
  // zod leaves out the default of a field that it converts.
  schema.default = pageLimit.parse(undefined);
}

function referenceOf(name: string): string {
  return `#/components/schemas/${name}`;
}

function publishedSchemas(
  named: readonly (readonly [string, z.ZodType])[],
  io: 'input' | 'output',
): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: referenceOf,
    override: ({ jsonSchema }) => removeZodExtras(jsonSchema),
  });
  for (const schema of Object.values(schemas)) {
    // Its place in the document is its name, and the document names the dialect.
    delete schema.$schema;
    delete schema.$id;
  }
  return schemas;
}

/** Removes what zod adds for its own use, and what would promise more than we do. */
function removeZodExtras(schema: z.core.JSONSchema.BaseSchema): void {
  // Responses gain fields over time, and a client that refuses unknown fields would break.
  delete schema.additionalProperties;
  if (schema.format === 'starts_with') delete schema.format;
  // The format says it already, and the pattern has four hundred characters.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.type === 'integer') {
    schema.format = 'int64';
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  }
}
