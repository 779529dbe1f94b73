import type { FastifyInstance } from 'fastify';
import { findLogo } from '../../db/read/partners/partner-logos.ts';
import { toTransactionId } from '../../ids.ts';
import { pressSent } from '../../usecases/deposits/confirm-sent.ts';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import type { PageAddress } from './addressed-deposit.ts';
import { mayNetworkSend } from './form-rate.ts';
import { createPageHandlers, pathOf, retryOf } from './page-handlers.ts';
import { assetRoutes, readPageAssets } from './assets.ts';
import { detailsRoutes } from './details-routes.ts';
import { textForm } from './forms.ts';
import type { SentForm } from './forms.ts';
import { leadTo, sendLogo, redirectTo, sendJson, sendPage } from './headers.ts';
import { detailsAddress, renderDeposit, renderQuestion } from './page.ts';
import { createPhoneCodes } from './phone-code.ts';
import { markOf, rememberShown } from './shown-account.ts';
import { STATE_ROUTE, stateOf } from './state-answers.ts';
import { maySaySent, screenOf } from './screen.ts';
import { partnerAddress } from './page-values.ts';
import type { PageContext, PagePath } from './page-values.ts';

/** The form of our own accounts. */
const SHOWN_IBAN = /^TR\d{24}$/;

/**
 * The pages of a deposit, for the player who has its address. Only a POST changes anything. Other sites cannot send one,
 * because they do not know the token in the address.
 */
export function payRoutes(app: FastifyInstance, dependencies: ApiDependencies): void {
  const context: PageContext = {
    assets: readPageAssets(),
    publicUrl: dependencies.config.publicUrl.replace(/\/$/, ''),
    prefix: new URL(dependencies.config.publicUrl).pathname.replace(/\/$/, ''),
    phoneCodes: createPhoneCodes(),
    usualMinutes: () => dependencies.services.usualWait.minutes(),
  };
  const isSecure = dependencies.config.publicUrl.startsWith('https:');
  const handlers = createPageHandlers(dependencies, context);
  const { errorHandler, forDeposit, sendNotice } = handlers;

  app.get<PageAddress>(
    '/pay/:id/:token',
    { errorHandler },
    forDeposit(async (deposit, request, reply) => {
      const at = pathOf(context, request, deposit);
      const html = renderDeposit(context, deposit, at);
      // Only the first account: who has seen an older one goes on reading of the change, however often the page is loaded.
      if (screenOf(deposit) === 'pay' && at.shownMark === undefined)
        rememberShown(reply, deposit, { path: at.path, isSecure });
      return await sendPage(reply, html, deposit);
    }),
  );
  app.get<PageAddress>(
    STATE_ROUTE,
    { errorHandler },
    forDeposit(
      async (deposit, _request, reply) => await sendJson(reply, stateOf(deposit)),
      // Every open page asks again and again, so it is answered from memory, unless the player has just come back. What memory knows
      // already does not come here (state-answers.ts).
      { mayBeRecent: ({ query }) => (query as { now?: unknown }).now === undefined },
    ),
  );
  app.get<PageAddress>(
    '/pay/:id/:token/logo',
    { errorHandler },
    forDeposit(async ({ partnerId }, _request, reply) => {
      const logo = await findLogo(dependencies.pool, partnerId);
      return await (logo ? sendLogo(reply, logo) : sendNotice(reply.code(404), 'missing'));
    }),
  );
  app.get<PageAddress>(
    '/pay/:id/:token/sent',
    { errorHandler },
    forDeposit(async (deposit, request, reply) => {
      const at = pathOf(context, request, deposit);
      if (!maySaySent(screenOf(deposit))) return await redirectTo(reply, `${at.path}?lang=${at.language}`);
      return await sendPage(reply, renderQuestion(context, deposit, at), deposit);
    }),
  );
  app.post<PageAddress>(
    '/pay/:id/:token/sent',
    { errorHandler },
    forDeposit(async (deposit, request, reply, deadlineMs) => {
      const { id, externalReference } = deposit;
      const { retry, hostedDeposits } = dependencies.services;
      request.logFields = { type: 'deposit', externalReference, transactionId: toTransactionId(id) };
      if (!mayNetworkSend(dependencies, request))
        return await sendNotice(
          reply.code(429).header('retry-after', '1'),
          'tooMany',
          retryOf(context, request),
        );
      const after = await pressSent({ pool: dependencies.pool, retry, hostedDeposits }, deposit, deadlineMs);
      const at = pathOf(context, request, deposit);
      const form = textForm(request);
      const shownIban = form.text('shownIban');
      // The account that the player pressed beside is the one that counts from now on.
      if (SHOWN_IBAN.test(shownIban))
        rememberShown(reply, { id, iban: shownIban }, { path: at.path, isSecure });
      return await leadTo(reply, nextAddress(after, form, at));
    }),
  );
  detailsRoutes(app, dependencies, handlers);
  assetRoutes(app, context.assets);
  // A link that was cut off or extended probably still comes from a player.
  app.all(
    '/pay/*',
    { errorHandler },
    async (_request, reply) => await sendNotice(reply.code(404), 'missing'),
  );
}

/** Where a press leads: to the partner, unless the player must read something first or wants to add details. */
function nextAddress(deposit: HostedDeposit, form: SentForm, { path, language }: PagePath): string {
  const ownPage = `${path}?lang=${language}`;
  // A player who sent money for a closed payment must read why it is closed.
  if (deposit.status === 'rejected') return ownPage;
  if (deposit.status !== 'waiting_confirmation') return partnerAddress(deposit);
  // A player may have paid into an account that was frozen while they read its IBAN. They must learn of it.
  const shownIban = form.text('shownIban');
  if (shownIban !== '' && shownIban !== deposit.iban)
    return `${ownPage}&shown=${markOf({ id: deposit.id, iban: shownIban })}`;
  return form.text('next') === 'details'
    ? detailsAddress({ path, language }, { isForReceipt: true })
    : partnerAddress(deposit);
}
