import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HostedDeposit } from '../../db/read/hosted-deposits.ts';
import { toTransactionId } from '../../ids.ts';
import { RECEIPT_MAX_BYTES, addReceipt } from '../../usecases/deposits/add-receipt.ts';
import type { ReceiptProblem } from '../../usecases/deposits/add-receipt.ts';
import { giveSenderDetails } from '../../usecases/deposits/give-sender-details.ts';
import type { HttpParts } from '../parts.ts';
import type { PageAddress } from './addressed-deposit.ts';
import { pathOf } from './answering.ts';
import type { Answering, PageRequest } from './answering.ts';
import type { FormState } from './detail-fields.ts';
import { fileOf, typedDetails } from './forms.ts';
import { sendOn, sendPage } from './headers.ts';
import { renderDetails } from './page.ts';
import { wholeBodyGone } from './whole-body.ts';

/** The largest receipt with what a form writes around it. */
const RECEIPT_BODY_BYTES = Math.floor(RECEIPT_MAX_BYTES * 1.1);
/** A person sends one at a time. More than this of one deposit is no person, and two megabytes each are a burden. */
const FORMS_PER_SECOND = 5;

const RECEIPT_STATUS: Readonly<Record<ReceiptProblem, number>> = {
  noFile: 422,
  tooLarge: 413,
  wrongType: 415,
  tooMany: 409,
};

/** Where a player adds what helps to find the transfer, once it is said to be sent and until it is decided on. */
export function detailsRoutes(app: FastifyInstance, parts: HttpParts, answering: Answering): void {
  const { page, errorHandler, forDeposit, sendTooMany } = answering;
  const { pool, clock, services, addressLimiter } = parts;
  // Whose form it is: known before its body is taken in, and needed after.
  const deposits = new WeakMap<FastifyRequest, HostedDeposit>();
  const backToPage = (request: PageRequest, reply: FastifyReply): FastifyReply => {
    const { path, language } = pathOf(page, request);
    return sendOn(reply, `${path}?lang=${language}`);
  };
  const showAgain = (request: PageRequest, reply: FastifyReply, state: FormState): FastifyReply => {
    const deposit = depositOf(request);
    return sendPage(reply, renderDetails(page, deposit, pathOf(page, request), state), deposit);
  };
  const depositOf = (request: FastifyRequest): HostedDeposit => {
    const deposit = deposits.get(request);
    if (!deposit) throw new Error('A form was read before its deposit was looked up.');
    return deposit;
  };
  // Before the body is taken in: a stranger's two megabytes are not.
  const onRequest = forDeposit(async (deposit, request, reply) => {
    const { id, externalReference } = deposit;
    if (request.method === 'POST') {
      request.subject = { type: 'deposit', externalReference, transactionId: toTransactionId(id) };
      const verdict = addressLimiter.take(`details ${id}`, FORMS_PER_SECOND);
      if (!verdict.isAllowed) return await sendTooMany(reply);
    }
    if (deposit.status !== 'waiting_confirmation') return await backToPage(request, reply);
    deposits.set(request, deposit);
    return undefined;
  });

  app.get<PageAddress>(
    '/pay/:id/:token/details',
    { errorHandler, onRequest },
    async (request, reply) => await showAgain(request, reply, {}),
  );
  app.post<PageAddress>('/pay/:id/:token/details', { errorHandler, onRequest }, async (request, reply) => {
    const { id, createdAt } = depositOf(request);
    const typed = typedDetails(request);
    const usecaseParts = { pool, clock, untilKnown: services.untilKnown };
    const problems = await giveSenderDetails(usecaseParts, { id, createdAt, typed });
    if (problems.length === 0) return await backToPage(request, reply);
    return await showAgain(request, reply.code(422), { typed, problems });
  });

  // A receipt is never shown. The address is asked for by who changes the language of a refusal, or loads it anew.
  app.get<PageAddress>(
    '/pay/:id/:token/receipt',
    { errorHandler },
    forDeposit(async (_deposit, request, reply) => {
      const { path, language } = pathOf(page, request);
      return await sendOn(reply, `${path}/details?lang=${language}`);
    }),
  );
  const refuseReceipt = (
    request: PageRequest,
    reply: FastifyReply,
    receiptProblem: ReceiptProblem,
  ): FastifyReply => showAgain(request, reply.code(RECEIPT_STATUS[receiptProblem]), { receiptProblem });
  app.post<PageAddress>(
    '/pay/:id/:token/receipt',
    {
      bodyLimit: RECEIPT_BODY_BYTES,
      onRequest,
      async errorHandler(error: FastifyError, request, reply) {
        if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return await errorHandler(error, request, reply);
        await wholeBodyGone(request.raw);
        await refuseReceipt(request, reply, 'tooLarge');
      },
    },
    async (request, reply) => {
      const content = (await fileOf(request)) ?? Buffer.alloc(0);
      const usecaseParts = { pool, untilKnown: services.untilKnown };
      const problem = await addReceipt(usecaseParts, { transactionId: depositOf(request).id, content });
      if (problem === undefined) return await backToPage(request, reply);
      return await refuseReceipt(request, reply, problem);
    },
  );
}
