import type { TransactionStatus } from '@vezne/domain/transaction-state';
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findHostedDeposit } from '../../db/read/transactions.ts';
import type { HostedDeposit } from '../../db/read/transactions.ts';
import { fromTransactionId } from '../../ids.ts';
import type { HttpParts } from '../parts.ts';
import { STATUS_PAGE_STYLE, STATUS_PAGE_TEMPLATE } from './status-page-template.ts';
import { STATUS_TEXTS } from './status-texts.ts';
import type { Language } from './status-texts.ts';

interface PageAddress {
  Params: { id: string; token: string };
}

/** Nothing from elsewhere, no script, never inside another site, never kept by a cache or told to the next site. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

const STATUS_COLOURS: Readonly<Record<TransactionStatus, string>> = {
  waiting_payment: 'waiting',
  waiting_confirmation: 'waiting',
  approved: 'approved',
  rejected: 'rejected',
};

const eta = new Eta({ autoEscape: true });

/** Most outages are a failover, which takes 5 to 10 s. */
const RETRY_AFTER_SECONDS = 5;

/** The state of a deposit for the player who holds its address. */
export function payRoutes(app: FastifyInstance, parts: HttpParts): void {
  app.get<PageAddress>('/pay/:id/:token', { errorHandler: sendUnavailable }, async (request, reply) => {
    const language = preferredLanguage(request);
    const deposit = await depositAt(parts, request.params);
    // A wrong token and a wrong id get the same page: an address is either known whole or not at all.
    if (!deposit) return await sendPage(reply.code(404), renderNotice('missing', language));
    return await sendPage(reply, renderStatus(deposit, language));
  });
  app.get(
    '/pay/style.css',
    async (_request, reply) => await reply.type('text/css; charset=utf-8').send(STATUS_PAGE_STYLE),
  );
}

/** The token is checked before the database is asked, so that made-up addresses cost it nothing. */
async function depositAt(
  { pool, services }: HttpParts,
  { id, token }: PageAddress['Params'],
): Promise<HostedDeposit | undefined> {
  const uuid = fromTransactionId(id);
  const keyVersion = uuid === undefined ? undefined : services.pageTokens.versionOf(token, uuid);
  if (uuid === undefined || keyVersion === undefined) return undefined;
  const deposit = await findHostedDeposit(pool, uuid);
  return deposit?.pageKeyVersion === keyVersion ? deposit : undefined;
}

/** A player gets a page that a person can read, whatever goes wrong; the partner interface's own errors are JSON. */
async function sendUnavailable(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.error({ err: error, requestId: request.id }, 'a page could not be shown');
  reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS));
  await sendPage(reply, renderNotice('unavailable', preferredLanguage(request)));
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
}

function renderStatus(deposit: HostedDeposit, language: Language): string {
  const texts = STATUS_TEXTS[language];
  return eta.renderString(STATUS_PAGE_TEMPLATE, {
    language,
    partnerName: deposit.partnerName,
    heading: texts.status[deposit.status].heading,
    body: texts.status[deposit.status].body,
    amountLabel: texts.amount,
    amount: writtenAmount(deposit.amountCents, language),
    colour: STATUS_COLOURS[deposit.status],
  });
}

function renderNotice(notice: 'missing' | 'unavailable', language: Language): string {
  const { heading, body } = STATUS_TEXTS[language][notice];
  return eta.renderString(STATUS_PAGE_TEMPLATE, {
    language,
    partnerName: 'Vezne',
    heading,
    body,
    amount: null,
    colour: notice === 'missing' ? 'rejected' : 'waiting',
  });
}

/** As people write it: 1.000,00 ₺ in Turkish, ₺1,000.00 in English. */
function writtenAmount(amountCents: Cents, language: Language): string {
  const [whole = '', fraction = ''] = formatAmount(amountCents).split('.');
  const group = language === 'tr' ? '.' : ',';
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return language === 'tr' ? `${grouped},${fraction} ₺` : `₺${grouped}.${fraction}`;
}

/** Turkish unless the browser asks for another language first; whoever reads neither is likelier to read English. */
function preferredLanguage({ headers }: FastifyRequest): Language {
  const first = /^\s*([a-z]{2})/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase();
  return first === undefined || first === 'tr' ? 'tr' : 'en';
}
