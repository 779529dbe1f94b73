import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../../keys/session-tokens.ts';

type CookieName = 'session' | 'attempt';

/** No script reads them, nothing is sent in the clear, and no other site's page sends them. They end with the browser. */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The two cookies of a place: of a session, and of a sign-in between two steps. */
export interface TokenCookies {
  /** The token of a cookie; undefined also for one that can't be ours, or that is there twice. */
  tokenIn(request: FastifyRequest, name: CookieName): string | undefined;
  set(reply: FastifyReply, name: CookieName, token: string): void;
  clear(reply: FastifyReply, name: CookieName): void;
}

/** Cookies ignore ports, so each place has names of its own. `__Host-`: only this very host sets and gets them. */
export function createTokenCookies(place: 'console' | 'portal'): TokenCookies {
  const names = { session: `__Host-vezne_${place}`, attempt: `__Host-vezne_${place}_attempt` } as const;
  return {
    tokenIn({ headers }, name) {
      const values = (headers.cookie ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${names[name]}=`))
        .map((pair) => pair.slice(names[name].length + 1));
      const [value] = values;
      return values.length === 1 && isToken(value) ? value : undefined;
    },
    set: (reply, name, token) => void reply.header('set-cookie', `${names[name]}=${token}; ${ATTRIBUTES}`),
    clear: (reply, name) => void reply.header('set-cookie', `${names[name]}=; ${ATTRIBUTES}; Max-Age=0`),
  };
}
