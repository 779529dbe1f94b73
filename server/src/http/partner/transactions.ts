import * as contract from '@vezne/contract/partner/transactions';
import { toWireInteger } from '@vezne/domain/money';
import type { AmountRange } from '@vezne/domain/limits';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TransactionPage } from '../../db/read/transactions/transaction-pages.ts';
import type { TransactionView } from '../../db/read/transactions/transaction-views.ts';
import { fromTransactionId } from '../../ids.ts';
import { cancel } from '../../usecases/transactions/cancel.ts';
import { ApiError } from './api-error.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { readQuery } from './query-string.ts';
import { sendBody, sendJson } from './send-json.ts';
import { jsonOf, partnerRoute } from './signed-route.ts';
import type { PartnerCall } from './signed-route.ts';
import { transactionResponse } from './transaction-response.ts';

export function transactionRoutes(app: FastifyInstance, dependencies: ApiDependencies): void {
  const { services, config, pool } = dependencies;
  const pages = { publicUrl: config.publicUrl, pageTokens: services.pageTokens };

  partnerRoute(app, dependencies, contract.getTransaction, async (call) => {
    const view = await services.reads.find(ownedId(call));
    if (!view) throw new ApiError('not_found');
    sendBody(call.reply, { transaction: transactionResponse(view, pages) });
    confirmWhenSent(call.reply, [view]);
  });

  partnerRoute(app, dependencies, contract.listTransactions, async (call) => {
    const query = readQuery(call.query, contract.transactionListQuery);
    const page = await list(dependencies, call.partner.id, query);
    sendJson(call.reply, pageText(page));
    confirmWhenSent(call.reply, page.views);
  });

  partnerRoute(app, dependencies, contract.cancelTransaction, async (call) => {
    const key = ownedId(call);
    checkEmptyBody(call);
    const view = await cancel({ pool, reads: services.reads, retry: services.retry }, key);
    if (!view) throw new ApiError('not_found');
    sendBody(call.reply, { transaction: transactionResponse(view, pages) });
    confirmWhenSent(call.reply, [view]);
  });

  partnerRoute(app, dependencies, contract.getLimits, async (call) => {
    const { deposit, withdrawal } = call.partner.limits;
    sendBody(call.reply, { currency: 'TRY', deposit: wireRange(deposit), withdrawal: wireRange(withdrawal) });
  });

  /** Requests that share a page also share its text, because writing a page as JSON costs more than reading it. */
  const textsOfPages = new WeakMap<TransactionPage, Buffer>();
  function pageText(page: TransactionPage): Buffer {
    const known = textsOfPages.get(page);
    if (known) return known;
    const last = page.views.at(-1);
    const body = {
      transactions: page.views.map((view) => transactionResponse(view, pages)),
      nextCursor: page.hasMore && last ? toCursor(last.id) : null,
    };
    const text = Buffer.from(JSON.stringify(body));
    textsOfPages.set(page, text);
    return text;
  }

  /** A read shows the partner its transaction, so operators no longer get the warning that it may not know. */
  function confirmWhenSent(reply: FastifyReply, views: readonly TransactionView[]): void {
    for (const { id } of views.filter(({ isUnconfirmed }) => isUnconfirmed)) {
      reply.raw.once('finish', () => services.deliveredAnswers.confirm(id));
    }
  }
}

/** Look-ups by reference alone are batched. Everything else is a page of the partner's list. */
async function list(
  { services }: ApiDependencies,
  partnerId: string,
  query: contract.TransactionListQuery,
): Promise<TransactionPage> {
  const { externalReference, cursor, ...filter } = query;
  const before = cursor === undefined ? undefined : fromCursor(cursor);
  if (externalReference === undefined) return await services.reads.page(partnerId, { ...filter, before });
  const views = await services.reads.findByReference({ partnerId, externalReference });
  const matching = views.filter((view) => fits(view, { ...filter, before }));
  return { views: matching.slice(0, filter.limit), hasMore: matching.length > filter.limit };
}

type Filter = Omit<contract.TransactionListQuery, 'externalReference' | 'cursor'> & {
  before: string | undefined;
};

/** A reference has only a few transactions, so they are filtered here without another statement. */
function fits(view: TransactionView, { type, status, from, to, before }: Filter): boolean {
  return (
    (type === undefined || view.type === type) &&
    (status === undefined || view.status === status) &&
    (from === undefined || view.createdAt >= from) &&
    (to === undefined || view.createdAt < to) &&
    (before === undefined || view.id < before)
  );
}

function ownedId({ partner, id }: PartnerCall): { partnerId: string; id: string } {
  const uuid = fromTransactionId(id);
  if (uuid === undefined) throw new ApiError('not_found');
  return { partnerId: partner.id, id: uuid };
}

/** For a call without input: no body, or an object whose fields are ignored. */
function checkEmptyBody(call: PartnerCall): void {
  if (call.body.byteLength === 0) return;
  const value = jsonOf(call);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new ApiError('invalid_request', {
    extras: { fields: [{ path: '', problem: 'must be empty or an object' }] },
  });
}

function wireRange({ minCents, maxCents }: AmountRange): { minCents: number; maxCents: number } {
  return { minCents: toWireInteger(minCents), maxCents: toWireInteger(maxCents) };
}
