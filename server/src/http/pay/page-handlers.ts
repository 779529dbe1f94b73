import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import { depositAt } from './addressed-deposit.ts';
import type { PageAddress } from './addressed-deposit.ts';
import { textForm } from './forms.ts';
import { sendPage } from './headers.ts';
import { languageOf } from './language.ts';
import { renderNotice } from './page.ts';
import { shownMarkOf } from './shown-account.ts';
import type { NoticeName, Retry } from './page.ts';
import type { PageContext, PagePath } from './page-values.ts';

export type PageRequest = FastifyRequest<PageAddress>;
type DepositHandler = (
  deposit: HostedDeposit,
  request: PageRequest,
  reply: FastifyReply,
  /** Counted from the arrival of the request: the latest time to learn an outcome. */
  deadlineMs: number,
) => Promise<unknown>;
type Handler = (request: PageRequest, reply: FastifyReply) => Promise<unknown>;
type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Most outages are a failover, which takes 5 to 10 s. */
const RETRY_AFTER_SECONDS = 5;

/** The longest address of ours has about a hundred characters. No answer repeats a longer one. */
const ADDRESS_MAX_LENGTH = 1024;

/** How every page finds its deposit, and what players see when a page cannot be shown. */
export interface PageHandlers {
  context: PageContext;
  /** A wrong address gets a notice instead of the deposit's page. */
  forDeposit: (
    handle: DepositHandler,
    options?: { mayBeRecent: (request: PageRequest) => boolean },
  ) => Handler;
  errorHandler: ErrorHandler;
  sendNotice: (reply: FastifyReply, name: NoticeName, retry?: Retry) => FastifyReply;
}

export function createPageHandlers(dependencies: ApiDependencies, context: PageContext): PageHandlers {
  // The deposit, and with it the partner's site, may be unknown here. Sites under development may use http.
  const anySite = dependencies.config.environment === 'development' ? ['http:', 'https:'] : ['https:'];
  const sendNotice = (reply: FastifyReply, name: NoticeName, retry: Retry | null = null): FastifyReply =>
    sendPage(reply, renderNotice(context, name, { language: languageOf(reply.request), retry }), {
      pressTargets: retry?.isPress === true ? anySite : [],
    });
  return {
    context,
    sendNotice,
    forDeposit: (handle, options) => async (request, reply) => {
      const deadlineMs = dependencies.services.retry.deadlineMs();
      const deposit = await depositAt(dependencies, request, {
        mayBeRecent: options?.mayBeRecent(request) ?? false,
        deadlineMs,
      });
      if (deposit === 'missing') return await sendNotice(reply.code(404), 'missing');
      if (deposit === 'too_many_guesses')
        return await sendNotice(reply.code(429).header('retry-after', '1'), 'tooMany');
      return await handle(deposit, request, reply, deadlineMs);
    },
    // Players always get a readable page, whatever goes wrong. Only errors of the partner API are JSON.
    async errorHandler(error, request, reply) {
      const isOurs = error.statusCode === undefined || error.statusCode >= 500;
      // A player who left in the middle of an upload is nobody's fault, and there may be thousands of them.
      const isGone = request.raw.socket.destroyed;
      if (isOurs && !isGone) {
        request.log.error({ err: error, requestId: request.id }, 'a page could not be shown');
        reply.header('retry-after', String(RETRY_AFTER_SECONDS));
      }
      const name = request.method === 'POST' ? 'notSaved' : 'unavailable';
      await sendNotice(reply.code(isOurs ? 503 : (error.statusCode ?? 400)), name, retryOf(context, request));
    },
  };
}

/**
 * How a player can go on after a failure. A player whose press failed must not leave thinking that it worked, so the page
 * offers the same press again. Typed details are lost with their page, so it offers their form.
 */
export function retryOf({ prefix }: PageContext, request: FastifyRequest): Retry | undefined {
  const { method, url, routeOptions } = request;
  if (url.length > ADDRESS_MAX_LENGTH) return undefined;
  const isPress = method === 'POST' && routeOptions.url?.endsWith('/sent') === true;
  const form = textForm(request);
  const fields = ['shownIban', 'next'].map((name) => [name, form.text(name)] as const);
  return {
    address: prefix + url,
    isFormResponse: method === 'POST',
    isPress,
    fields: fields.filter(([, value]) => value !== ''),
  };
}

/** Id and token have been checked by now, so nothing in the path needs escaping. */
export function pathOf(
  { prefix }: PageContext,
  request: PageRequest,
  { language }: Pick<HostedDeposit, 'language'>,
): PagePath {
  const { id, token } = request.params;
  return {
    path: `${prefix}/pay/${id}/${token}`,
    language: languageOf(request, language),
    userAgent: request.headers['user-agent'],
    shownMark: shownMarkOf(request),
  };
}
