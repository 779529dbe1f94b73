import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../../keys/session-tokens.ts';

/** Cookies ignore ports, so each surface has names of its own. `__Host-`: only this very host sets and gets them. */
const COOKIES = { session: '__Host-vezne_console', attempt: '__Host-vezne_console_attempt' } as const;

type CookieName = keyof typeof COOKIES;

/** No script reads them, nothing is sent in the clear, and no other site's page sends them. They end with the browser. */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The token of a cookie; undefined also for one that can't be ours, or that is there twice. */
export function tokenIn({ headers }: FastifyRequest, name: CookieName): string | undefined {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIES[name]}=`))
    .map((pair) => pair.slice(COOKIES[name].length + 1));
  const [value] = values;
  return values.length === 1 && isToken(value) ? value : undefined;
}

export function setCookie(reply: FastifyReply, name: CookieName, token: string): void {
  reply.header('set-cookie', `${COOKIES[name]}=${token}; ${ATTRIBUTES}`);
}

export function clearCookie(reply: FastifyReply, name: CookieName): void {
  reply.header('set-cookie', `${COOKIES[name]}=; ${ATTRIBUTES}; Max-Age=0`);
}
