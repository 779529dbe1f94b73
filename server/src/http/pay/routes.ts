import type { FastifyInstance } from 'fastify';
import { findLogo } from '../../db/read/partner-logos.ts';
import { toTransactionId } from '../../ids.ts';
import { confirmSent } from '../../usecases/deposits/confirm-sent.ts';
import { giveSenderDetails } from '../../usecases/deposits/give-sender-details.ts';
import type { HttpParts } from '../parts.ts';
import type { PageAddress } from './addressed-deposit.ts';
import { createAnswering, pathOf } from './answering.ts';
import { assetRoutes, readPageAssets } from './assets.ts';
import { detailsRoutes } from './details-routes.ts';
import { isBlank, typedDetails } from './forms.ts';
import { sendLogo, sendOn, sendPage, sendState } from './headers.ts';
import { partnerAddress, renderDeposit, renderDetails, renderQuestion } from './page.ts';
import type { PageParts } from './page.ts';
import { screenOf, versionOf } from './screen.ts';

/**
 * The pages of a deposit, for the player who holds its address. Only a POST changes anything; the token in the address is
 * what keeps other sites from sending it.
 */
export function payRoutes(app: FastifyInstance, parts: HttpParts): void {
  const page: PageParts = {
    assets: readPageAssets(),
    prefix: new URL(parts.config.publicUrl).pathname.replace(/\/$/, ''),
  };
  const answering = createAnswering(parts, page);
  const { errorHandler, forDeposit, sendNotice } = answering;

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
    forDeposit(async ({ partnerId }, _request, reply) => {
      const logo = await findLogo(parts.pool, partnerId);
      return await (logo ? sendLogo(reply, logo) : sendNotice(reply.code(404), 'missing'));
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
      const { id, externalReference, createdAt } = deposit;
      const { services } = parts;
      request.subject = { type: 'deposit', externalReference, transactionId: toTransactionId(id) };
      await confirmSent({ pool: parts.pool, untilKnown: services.untilKnown }, deposit);
      const at = pathOf(page, request);
      const typed = typedDetails(request);
      // What the player says of the transfer comes second: a slip in it must not undo the word that it was sent.
      const problems = isBlank(typed)
        ? []
        : await giveSenderDetails({ ...parts, untilKnown: services.untilKnown }, { id, createdAt, typed });
      const after = (await services.hostedDeposits.find(id)) ?? deposit;
      // Whoever says that money was sent for a closed payment has to read why it is closed.
      if (after.status === 'rejected') return await sendOn(reply, `${at.path}?lang=${at.language}`);
      if (problems.length === 0 || after.status !== 'waiting_confirmation')
        return await sendOn(reply, partnerAddress(after));
      const html = renderDetails(page, after, at, { typed, problems });
      return await sendPage(reply.code(422), html, after);
    }),
  );
  detailsRoutes(app, parts, answering);
  assetRoutes(app, page.assets);
}
