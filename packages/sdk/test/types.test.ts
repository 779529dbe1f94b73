import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Balance as ContractBalance } from '@vezne/contract/partner/balance';
import type { createDeposit, DepositTransaction } from '@vezne/contract/partner/deposits';
import type {
  ApiErrorBody as ContractErrorBody,
  ApiErrorCode as ContractErrorCode,
} from '@vezne/contract/partner/errors';
import type {
  eventListQuery,
  listEvents,
  PartnerEvent as ContractEvent,
} from '@vezne/contract/partner/events';
import type { PARTNER_API } from '@vezne/contract/partner/routes';
import type {
  getLimits,
  listTransactions,
  TransactionRead,
  transactionListQuery,
} from '@vezne/contract/partner/transactions';
import type { createWithdrawal, WithdrawalTransaction } from '@vezne/contract/partner/withdrawals';
import type { VezneClient } from '@vezne/sdk/client';
import type { EventQuery, TransactionQuery } from '@vezne/sdk/paths';
import type {
  ApiErrorBody,
  ApiErrorCode,
  Balance,
  CreateDepositInput,
  CreatedDeposit,
  CreatedWithdrawal,
  CreateWithdrawalInput,
  EventPage,
  Limits,
  PartnerEvent,
  Transaction,
  TransactionPage,
} from '@vezne/sdk/types';
import type { WebhookEvent } from '@vezne/sdk/webhooks/verify';

type InputOf<Schema extends { _zod: { input: unknown } }> = Schema['_zod']['input'];
type OutputOf<Schema extends { _zod: { output: unknown } }> = Schema['_zod']['output'];

/** With optionality as part of the type: otherwise an optional field and a missing one are assignable both ways. */
type Shape<T> = T extends readonly (infer Item)[]
  ? Shape<Item>[]
  : T extends object
    ? {
        [Key in keyof T]-?: [
          Shape<T[Key]>,
          Pick<Partial<T>, Key> extends Pick<T, Key> ? 'optional' : 'required',
        ];
      }
    : T;

type Same<A, B> = [Shape<A>] extends [Shape<B>] ? ([Shape<B>] extends [Shape<A>] ? true : false) : false;

/** The list of endpoints names one of them after what it returns, the client after what the caller asks. */
type MethodOf<Route extends string> = Route extends 'listTransactions' ? 'findTransactions' : Route;

test('the wire types of the package are those of the service', () => {
  const same: {
    createDeposit: Same<CreateDepositInput, InputOf<(typeof createDeposit)['request']>>;
    createWithdrawal: Same<CreateWithdrawalInput, InputOf<(typeof createWithdrawal)['request']>>;
    createdDeposit: Same<CreatedDeposit, DepositTransaction>;
    createdWithdrawal: Same<CreatedWithdrawal, WithdrawalTransaction>;
    transaction: Same<Transaction, TransactionRead>;
    page: Same<TransactionPage, OutputOf<(typeof listTransactions)['response']>>;
    event: Same<PartnerEvent, ContractEvent>;
    webhook: Same<WebhookEvent, ContractEvent>;
    eventPage: Same<EventPage, OutputOf<(typeof listEvents)['response']>>;
    eventQueryParameters: Same<keyof EventQuery, keyof InputOf<typeof eventListQuery>>;
    balance: Same<Balance, ContractBalance>;
    limits: Same<Limits, OutputOf<(typeof getLimits)['response']>>;
    queryParameters: Same<keyof TransactionQuery, keyof InputOf<typeof transactionListQuery>>;
    queryType: Same<TransactionQuery['type'], InputOf<typeof transactionListQuery>['type']>;
    queryStatus: Same<TransactionQuery['status'], InputOf<typeof transactionListQuery>['status']>;
    errorCode: Same<ApiErrorCode, ContractErrorCode>;
    errorBody: Same<ApiErrorBody, ContractErrorBody>;
    everyEndpointHasItsMethod: Same<
      Exclude<keyof VezneClient, 'allTransactions' | 'allEvents'>,
      MethodOf<keyof typeof PARTNER_API>
    >;
  } = {
    createDeposit: true,
    createWithdrawal: true,
    createdDeposit: true,
    createdWithdrawal: true,
    transaction: true,
    page: true,
    event: true,
    webhook: true,
    eventPage: true,
    eventQueryParameters: true,
    balance: true,
    limits: true,
    queryParameters: true,
    queryType: true,
    queryStatus: true,
    errorCode: true,
    errorBody: true,
    everyEndpointHasItsMethod: true,
  };
  assert.ok(same);
});

test('the comparison of types notices a missing, an optional, a widened and a nested difference', () => {
  const different: {
    missing: Same<{ a: 1; b?: 2 }, { a: 1 }>;
    optional: Same<{ a: 1; b?: 2 }, { a: 1; b: 2 }>;
    widened: Same<{ a: string }, { a: 'x' }>;
    nested: Same<{ a: { b: string | null }[] }, { a: { b: string }[] }>;
    member: Same<'x' | 'y', 'x'>;
    intersection: Same<{ a: 1 } & { b: 2 }, { a: 1; b: 2 }>;
  } = { missing: false, optional: false, widened: false, nested: false, member: false, intersection: true };
  assert.ok(different);
});

test('an amount is a string, so a float cannot be sent', () => {
  const isNumberTaken: {
    deposit: number extends CreateDepositInput['amount'] ? true : false;
    withdrawal: number extends CreateWithdrawalInput['amount'] ? true : false;
  } = { deposit: false, withdrawal: false };
  assert.ok(isNumberTaken);
});
