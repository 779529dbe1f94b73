import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import { toTransactionId } from '../../ids.ts';
import { MAX_RECEIPTS, RECEIPT_MAX_BYTES } from '../../usecases/deposits/add-receipt.ts';
import type { ReceiptProblem } from '../../usecases/deposits/add-receipt.ts';
import { clientNetwork } from '../server/client-network.ts';
import { FILE_WITHIN_MS } from '../server/time-limits.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import type { PageAddress } from './addressed-deposit.ts';
import { pathOf } from './page-handlers.ts';
import type { PageHandlers, PageRequest } from './page-handlers.ts';
import { isAsFilledIn } from './detail-fields.ts';
import type { FormState } from './detail-fields.ts';
import { mayNetworkSend } from './form-rate.ts';
import { fileForm, isBlank, tooLongDetails, typedDetails } from './forms.ts';
import { leadTo, sendPage } from './headers.ts';
import { detailsAddress, renderDetails } from './page.ts';
import { createUploads } from './uploads.ts';
import { createPacedBodies } from './paced-body.ts';

/** The largest receipt, with what a form adds around it. */
const BODY_MAX_BYTES = Math.floor(RECEIPT_MAX_BYTES * 1.1);
/** The form without a file, with room to spare. */
const TEXTS_MAX_BYTES = 16 * 1024;
/** A person sends one form at a time. More than this for one deposit does not come from a person. */
const FORMS_PER_SECOND = 5;
/** Of those, the ones with a file. Each is two megabytes to receive, and a person needs longer to choose one. */
const UPLOADS_PER_SECOND = 2;

const RECEIPT_STATUS: Readonly<Record<ReceiptProblem, number>> = {
  tooLarge: 413,
  wrongType: 415,
  applePhoto: 415,
  tooMany: 409,
};

/**
 * Where a player adds details that help to find the transfer. The form is open from the player's "sent" until the decision.
 */
export function detailsRoutes(
  app: FastifyInstance,
  dependencies: ApiDependencies,
  handlers: PageHandlers,
): void {
  const { context, errorHandler, forDeposit, sendNotice } = handlers;
  const { addressLimiter, services } = dependencies;
  const { playerEvidence, hostedDeposits } = services;
  const uploads = createUploads();
  const bodies = createPacedBodies();
  const mayDepositSend = (id: string): boolean =>
    addressLimiter.take(`details ${id}`, FORMS_PER_SECOND).isAllowed;
  const mayDepositUpload = (id: string): boolean =>
    addressLimiter.take(`upload ${id}`, UPLOADS_PER_SECOND).isAllowed;
  // The deposit of each request: looked up before the body is read, and needed after it.
  const deposits = new WeakMap<FastifyRequest, HostedDeposit>();
  const depositOf = (request: FastifyRequest): HostedDeposit => {
    const deposit = deposits.get(request);
    if (!deposit) throw new Error('A form was read before its deposit was looked up.');
    return deposit;
  };
  const showForm = (
    request: PageRequest,
    reply: FastifyReply,
    state: FormState,
    deposit = depositOf(request),
  ): FastifyReply =>
    sendPage(
      reply,
      renderDetails(context, deposit, pathOf(context, request, deposit), {
        ...state,
        isForReceipt: isForReceipt(request),
      }),
      deposit,
    );
  const sendTooMany = (request: PageRequest, reply: FastifyReply, deposit: HostedDeposit): FastifyReply => {
    const address = detailsAddress(pathOf(context, request, deposit), {
      isForReceipt: isForReceipt(request),
    });
    const retry = { address, isFormResponse: true, isPress: false, fields: [] };
    return sendNotice(reply.code(429).header('retry-after', '1'), 'tooMany', retry);
  };
  const refuseReceipt = async (
    request: PageRequest,
    reply: FastifyReply,
    receiptProblem: ReceiptProblem,
  ): Promise<FastifyReply> => {
    await bodies.discard(request.raw);
    return showForm(request, reply.code(RECEIPT_STATUS[receiptProblem]).header('connection', 'close'), {
      isFormResponse: true,
      receiptProblem,
    });
  };
  // Runs before the body is read: we do not receive two megabytes from a stranger, or a file that we would refuse anyway.
  const onRequest = forDeposit(async (deposit, request, reply) => {
    const { id, externalReference, receiptCount } = deposit;
    const isPost = request.method === 'POST';
    if (isPost) {
      request.logFields = { type: 'deposit', externalReference, transactionId: toTransactionId(id) };
      const isAllowed = mayNetworkSend(dependencies, request) && mayDepositSend(id);
      if (!isAllowed) return await sendTooMany(request, reply, deposit);
    }
    if (deposit.status !== 'waiting_confirmation') {
      const { path, language } = pathOf(context, request, deposit);
      return await leadTo(reply, `${path}?lang=${language}`);
    }
    deposits.set(request, deposit);
    // Without a content length, the body may be long.
    const isLong = isPost && !(Number(request.headers['content-length']) <= TEXTS_MAX_BYTES);
    if (!isLong) return undefined;
    if (!mayDepositUpload(id)) return await sendTooMany(request, reply, deposit);
    if (receiptCount >= MAX_RECEIPTS) return await refuseReceipt(request, reply, 'tooMany');
    const network = clientNetwork(request.ip);
    const end = uploads.begin({ depositId: id, network, cut: () => request.raw.destroy() });
    if (!end) return await sendTooMany(request, reply, deposit);
    reply.raw.once('close', end);
    return undefined;
  });

  app.get<PageAddress>(
    '/pay/:id/:token/details',
    { errorHandler, onRequest },
    async (request, reply) => await showForm(request, reply, {}),
  );
  void app.register((scope, _options, done) => {
    // Of these routes alone: everything else has short bodies.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', bodies.read);
    scope.post<PageAddress>(
      '/pay/:id/:token/details',
      {
        bodyLimit: BODY_MAX_BYTES,
        config: { bodyWithinMs: FILE_WITHIN_MS },
        onRequest,
        // What is answered before its body has come. Left to itself, Node would read the body as fast as it can.
        onSend({ raw }, _reply, payload, done) {
          void bodies.discard(raw);
          done(null, payload);
        },
        async errorHandler(error: FastifyError, request, reply) {
          if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return await errorHandler(error, request, reply);
          await refuseReceipt(request, reply, 'tooLarge');
        },
      },
      async (request, reply) => {
        const deposit = depositOf(request);
        const { id, createdAt } = deposit;
        const form = fileForm(request);
        const typed = typedDetails(form);
        const tooLong = tooLongDetails(form);
        const content = form.file('receipt');
        // The fields and the receipt are saved independently: a mistake in a field does not undo the receipt.
        const isReceiptAlone = content !== undefined && (isBlank(typed) || isAsFilledIn(deposit, typed));
        const problems =
          tooLong.length > 0 || isReceiptAlone
            ? tooLong
            : await playerEvidence.giveSenderDetails({ id, createdAt, typed });
        const receiptProblem = content && (await playerEvidence.addReceipt({ transactionId: id, content }));
        if (problems.length === 0 && receiptProblem === undefined) {
          const { path, language } = pathOf(context, request, deposit);
          return await leadTo(reply, `${path}?lang=${language}`);
        }
        const after = await hostedDeposits.find(id);
        reply.code(receiptProblem === undefined ? 422 : RECEIPT_STATUS[receiptProblem]);
        return await showForm(
          request,
          reply,
          { isFormResponse: true, typed, problems, receiptProblem },
          after,
        );
      },
    );
    done();
  });
}

/** Whether the player came for the receipt, which then comes first. */
function isForReceipt({ query }: FastifyRequest): boolean {
  return (query as { for?: unknown }).for === 'receipt';
}
