import { fieldProblems } from '@vezne/contract/fields/field-problems';
import { redirectHost } from '@vezne/contract/fields/redirect-url';
import * as deposits from '@vezne/contract/partner/deposits';
import { referencedBody } from '@vezne/contract/partner/reference';
import * as withdrawals from '@vezne/contract/partner/withdrawals';
import { depositAmounts, termsOf, withdrawalAmounts } from '@vezne/domain/commission';
import { toWireInteger } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { OutcomeUnknownError } from '../../db/errors.ts';
import type { ReferenceKey, StoredCreation } from '../../db/read/transactions/transactions.ts';
import { toTransactionId } from '../../ids.ts';
import { depositAddresses } from '../../keys/page-token.ts';
import type { HostedPages } from '../../keys/page-token.ts';
import { createDeposit } from '../../usecases/deposits/create.ts';
import type { DepositDetails } from '../../usecases/deposits/create.ts';
import { RefusedError, refused } from '../../usecases/refusal.ts';
import type { CreateCall, Creation, CreationIdentity } from '../../usecases/transactions/create.ts';
import { createWithdrawal } from '../../usecases/withdrawals/create.ts';
import type { WithdrawalDetails } from '../../usecases/withdrawals/create.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import { jsonOf, signedRoute } from './signed-route.ts';
import type { PartnerCall } from './signed-route.ts';

/** The two calls that create a transaction. This file reads, runs and answers each of them, from top to bottom. */
export function createRoutes(app: FastifyInstance, dependencies: ApiDependencies): void {
  depositRoute(app, dependencies);
  withdrawalRoute(app, dependencies);
}

function depositRoute(app: FastifyInstance, dependencies: ApiDependencies): void {
  const { config, services } = dependencies;
  const body = deposits.depositCreateRequest({ allowLoopbackHttp: config.environment === 'development' });
  const pages = { publicUrl: config.publicUrl, pageTokens: services.pageTokens };

  signedRoute(app, dependencies, deposits.createDeposit, async (call) => {
    const read = readCreateCall(call, {
      type: 'deposit',
      body,
      identity: deposits.depositIdentity,
      nowMs: dependencies.clock.nowMs(),
    });
    const creation = await createDeposit(services, { ...read, details: depositDetails(read.details) });
    sendCreation(call, creation, {
      status: deposits.createDeposit.successStatus,
      toTransaction: () => createdDeposit(creation.stored, pages),
    });
  });
}

function depositDetails(body: deposits.DepositCreate | RefusedError): DepositDetails | RefusedError {
  if (body instanceof RefusedError) return body;
  const { amount, ...details } = body;
  return { ...details, amountCents: amount, redirectHost: redirectHost(body.redirectUrl) };
}

function withdrawalRoute(app: FastifyInstance, dependencies: ApiDependencies): void {
  const { services } = dependencies;
  const body = withdrawals.withdrawalCreateRequest;

  signedRoute(app, dependencies, withdrawals.createWithdrawal, async (call) => {
    const read = readCreateCall(call, {
      type: 'withdrawal',
      body,
      identity: withdrawals.withdrawalIdentity,
      nowMs: dependencies.clock.nowMs(),
    });
    const creation = await createWithdrawal(services, { ...read, details: withdrawalDetails(read.details) });
    const { stored } = creation;
    call.reply.raw.once('finish', () => services.deliveredAnswers.confirm(stored.id));
    sendCreation(call, creation, {
      status: withdrawals.createWithdrawal.successStatus,
      toTransaction: () => createdWithdrawal(stored),
    });
  });
}

function withdrawalDetails(
  body: withdrawals.WithdrawalCreate | RefusedError,
): WithdrawalDetails | RefusedError {
  if (body instanceof RefusedError) return body;
  const { amount, withdrawalAccount, ...details } = body;
  const { bankName, accountHolderName: holderName, iban } = withdrawalAccount;
  return { ...details, amountCents: amount, account: { bankName, holderName, iban } };
}

/** What identifies a create call, as the contract reads it. */
interface IdentifyingBody {
  externalReference: string;
  amount: Cents;
  currency: string;
  customer: { id: string };
  withdrawalAccount?: { iban: string };
}

/**
 * Reads a create call as far as possible. Every refusal of a create needs the look-up of its reference first. So if the
 * body breaks a rule, it is read again for what identifies the transaction, and then for its reference only. A call without
 * a readable reference is refused here, because there is nothing to look up.
 */
function readCreateCall<Body extends IdentifyingBody>(
  call: PartnerCall,
  {
    type,
    body,
    identity,
    nowMs,
  }: {
    type: TransactionType;
    body: z.ZodType<Body>;
    identity: z.ZodType<IdentifyingBody>;
    nowMs: number;
  },
): CreateCall<Body> {
  const { partner, view, request, deadlineMs } = call;
  const value = jsonOf(call);
  const parsed = body.safeParse(value);
  const details = parsed.success
    ? (call.refusal ?? parsed.data)
    : (call.refusal ?? invalidBody(parsed.error));
  const known = parsed.success
    ? identityOf(call, type, parsed.data)
    : identified(call, type, identity, value);
  if (known === undefined) throw details;
  request.logFields = { ...request.logFields, type, externalReference: known.externalReference };
  const { socket } = request.raw;
  // Its end is read a turn of the event loop before the socket is gone.
  const isAbandoned = (): boolean => socket.destroyed || socket.readableEnded;
  return { partner, view, identity: known, details, isAbandoned, nowMs, deadlineMs };
}

function invalidBody(error: z.ZodError): RefusedError {
  return refused('invalid_request', { fields: fieldProblems(error) });
}

function identified(
  call: PartnerCall,
  type: TransactionType,
  identity: z.ZodType<IdentifyingBody>,
  value: unknown,
): CreationIdentity | ReferenceKey | undefined {
  const parsed = identity.safeParse(value);
  if (parsed.success) return identityOf(call, type, parsed.data);
  const referenced = referencedBody.safeParse(value);
  if (!referenced.success) return undefined;
  return { partnerId: call.partner.id, type, externalReference: referenced.data.externalReference };
}

function identityOf(
  { partner }: PartnerCall,
  type: TransactionType,
  { externalReference, amount, currency, customer, withdrawalAccount }: IdentifyingBody,
): CreationIdentity {
  return {
    partnerId: partner.id,
    type,
    externalReference,
    amountCents: amount,
    currency,
    customerId: customer.id,
    payoutIban: withdrawalAccount?.iban ?? null,
  };
}

/** Answers a create call; a replay gets the same bytes as the creation. */
function sendCreation(
  { request, reply, partner }: PartnerCall,
  { stored, isReplay }: Creation,
  { status, toTransaction }: { status: number; toTransaction: () => unknown },
): void {
  const { id, type, externalReference } = stored;
  request.logFields = { partnerId: partner.id, type, externalReference, transactionId: id, isReplay };
  const text = responseText(toTransaction);
  if (isReplay) reply.header('idempotent-replayed', 'true');
  reply.code(status).type('application/json; charset=utf-8').send(text);
}

/** The transaction already exists. If its answer cannot be written, no answer is better than an error. */
function responseText(toTransaction: () => unknown): string {
  try {
    return JSON.stringify({ transaction: toTransaction() });
  } catch (error) {
    throw new OutcomeUnknownError('An existing transaction could not be written down.', { cause: error });
  }
}

/**
 * The answer to a create call. It contains only what never changes after creation. So the first answer and every replay are
 * the same bytes, whatever has happened to the transaction since.
 */
function createdDeposit(stored: StoredCreation, pages: HostedPages): deposits.DepositTransaction {
  const amounts = depositAmounts({
    requestedCents: stored.amountCents,
    actualCents: null,
    terms: termsOf(stored),
  });
  const amountCents = toWireInteger(stored.amountCents);
  return {
    id: toTransactionId(stored.id),
    type: 'deposit',
    status: 'waiting_payment',
    amountCents,
    requestedAmountCents: amountCents,
    actualAmountCents: null,
    commissionCents: toWireInteger(amounts.commissionCents),
    netAmountCents: toWireInteger(amounts.netAmountCents),
    playerAmountCents: toWireInteger(amounts.playerAmountCents),
    balanceImpactCents: toWireInteger(amounts.balanceImpactCents),
    externalReference: stored.externalReference,
    ...depositAddresses(stored, pages),
  };
}

function createdWithdrawal(stored: StoredCreation): withdrawals.WithdrawalTransaction {
  const amounts = withdrawalAmounts({ requestedCents: stored.amountCents, terms: termsOf(stored) });
  return {
    id: toTransactionId(stored.id),
    type: 'withdrawal',
    status: 'waiting_confirmation',
    amountCents: toWireInteger(stored.amountCents),
    playerAmountCents: toWireInteger(amounts.playerAmountCents),
    commissionCents: toWireInteger(amounts.commissionCents),
    balanceImpactCents: toWireInteger(amounts.balanceImpactCents),
  };
}
