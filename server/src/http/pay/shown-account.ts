import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';

/**
 * Which account this player's browser was shown, so that only those read of a change who may have seen the old account. It is a cookie
 * that goes to this one page and nowhere else: looking changes nothing on our side, and there is nobody to ask for consent, because it
 * says nothing about the player. See decision 36.
 */

/** Longer than any deposit is open. */
const KEPT_SECONDS = 30 * 86_400;
const MARK_LENGTH = 12;
const MARK = /^[\w-]{12}$/;
const COOKIE = /(?:^|;)\s*shown=([\w-]{12})(?:;|\s*$)/;

type Account = Pick<HostedDeposit, 'id' | 'iban'>;

/** Says nothing about the account to others: it is of this deposit alone. */
export function markOf({ id, iban }: Account): string {
  return createHash('sha256').update(`${id} ${iban}`).digest('base64url').slice(0, MARK_LENGTH);
}

/** The mark in the address is of a press a moment ago, and the only one where cookies are off. */
export function shownMarkOf({ query, headers }: FastifyRequest): string | undefined {
  const { shown } = query as { shown?: unknown };
  if (typeof shown === 'string' && MARK.test(shown)) return shown;
  return COOKIE.exec(headers.cookie ?? '')?.[1];
}

/** The account has changed since this player saw it. Who has not seen the old one has nothing to read about it. */
export function hasChanged(deposit: HostedDeposit, shownMark: string | undefined): boolean {
  return deposit.isMoved && shownMark !== undefined && shownMark !== markOf(deposit);
}

/** Remembers an account in the browser of the player who sees it. */
export function rememberShown(
  reply: FastifyReply,
  account: Account,
  { path, isSecure }: { path: string; isSecure: boolean },
): void {
  const parts = [`shown=${markOf(account)}`, `Path=${path}`, `Max-Age=${KEPT_SECONDS}`, 'HttpOnly'];
  // Lax: the player comes from the partner's site. Strict would leave the cookie out then.
  reply.header('set-cookie', [...parts, 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join('; '));
}
