import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findHostedDeposit } from '../../db/read/hosted-deposits.ts';
import type { HostedDeposit } from '../../db/read/hosted-deposits.ts';
import { findLogo } from '../../db/read/partner-logos.ts';
import { toTransactionId } from '../../ids.ts';
import { confirmSent } from '../../usecases/deposits/confirm-sent.ts';
import type { HttpParts } from '../parts.ts';
import { depositAt } from './addressed-deposit.ts';
import type { PageAddress } from './addressed-deposit.ts';
import { assetRoutes, readPageAssets } from './assets.ts';
import { sendLogo, sendOn, sendPage, sendState } from './headers.ts';
import { languageOf } from './language.ts';
import { partnerAddress, renderDeposit, renderNotice, renderQuestion } from './page.ts';
import type { NoticeName, PageParts, PagePath } from './page.ts';
import { screenOf, versionOf } from './screen.ts';

type PageRequest = FastifyRequest<PageAddress>;
type Answer = (deposit: HostedDeposit, request: PageRequest, reply: FastifyReply) => Promise<unknown>;

/** Most outages are a failover, which takes 5 to 10 s. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The pages of a deposit, for the player who holds its address. Only the POST changes anything; the token in the address is
 * what keeps other sites from sending it.
 */
export function payRoutes(app: FastifyInstance, parts: HttpParts): void {
  const page: PageParts = {
    assets: readPageAssets(),
    prefix: new URL(parts.config.publicUrl).pathname.replace(/\/$/, ''),
  };
  const errorHandler = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    await sendProblem(error, { page, request, reply });
  const forDeposit = (answer: Answer) => async (request: PageRequest, reply: FastifyReply) => {
    const deposit = await depositAt(parts, request);
    if (deposit === 'missing') return await sendNotice(reply.code(404), { page, request, name: 'missing' });
    if (deposit === 'too_many_guesses') {
      reply.code(429).header('retry-after', '1');
      return await sendNotice(reply, { page, request, name: 'tooMany' });
    }
    return await answer(deposit, request, reply);
  };

  app.get<PageAddress>(
    '/pay/:id/:token',
    { errorHandler },
    forDeposit(async (deposit, request, reply) => {
      const html = renderDeposit(page, deposit, pathOf(page, request));
      return await sendPage(reply, html, deposit);
    }),
  );
  app.get<PageAddress>(
    '/pay/:id/:token/state',
    { errorHandler },
    forDeposit(
      async (deposit, _request, reply) =>
        await sendState(reply, {
          version: versionOf(deposit),
          secondsLeft: Math.max(deposit.secondsLeft, 0),
        }),
    ),
  );
  app.get<PageAddress>(
    '/pay/:id/:token/logo',
    { errorHandler },
    forDeposit(async ({ partnerId }, request, reply) => {
      const logo = await findLogo(parts.pool, partnerId);
      if (!logo) return await sendNotice(reply.code(404), { page, request, name: 'missing' });
      return await sendLogo(reply, logo);
    }),
  );
  app.get<PageAddress>(
    '/pay/:id/:token/sent',
    { errorHandler },
    forDeposit(async (deposit, request, reply) => {
      const at = pathOf(page, request);
      if (screenOf(deposit) !== 'pay') return await sendOn(reply, `${at.path}?lang=${at.language}`);
      return await sendPage(reply, renderQuestion(page, deposit, at), deposit);
    }),
  );
  app.post<PageAddress>(
    '/pay/:id/:token/sent',
    { errorHandler },
    forDeposit(async (deposit, request, reply) => {
      const { id, externalReference } = deposit;
      request.subject = { type: 'deposit', externalReference, transactionId: toTransactionId(id) };
      await confirmSent({ pool: parts.pool, untilKnown: parts.services.untilKnown }, deposit);
      const after = (await findHostedDeposit(parts.pool, id)) ?? deposit;
      if (after.status !== 'rejected') return await sendOn(reply, partnerAddress(after));
      // Whoever says that money was sent for a closed payment has to read why it is closed.
      const { path, language } = pathOf(page, request);
      return await sendOn(reply, `${path}?lang=${language}`);
    }),
  );
  assetRoutes(app, page.assets);
}

/** Id and token have been checked by then, so there is nothing in the path to be escaped. */
function pathOf({ prefix }: PageParts, request: PageRequest): PagePath {
  const { id, token } = request.params;
  return { path: `${prefix}/pay/${id}/${token}`, language: languageOf(request) };
}

function sendNotice(
  reply: FastifyReply,
  { page, request, name }: { page: PageParts; request: FastifyRequest; name: NoticeName },
): FastifyReply {
  return sendPage(reply, renderNotice(page, name, languageOf(request)));
}

/** A player gets a page that a person can read, whatever goes wrong; the partner interface's own errors are JSON. */
async function sendProblem(
  error: FastifyError,
  { page, request, reply }: { page: PageParts; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const isOurs = error.statusCode === undefined || error.statusCode >= 500;
  if (isOurs) {
    request.log.error({ err: error, requestId: request.id }, 'a page could not be shown');
    reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  }
  reply.code(isOurs ? 503 : (error.statusCode ?? 400));
  await sendNotice(reply, { page, request, name: 'unavailable' });
}
