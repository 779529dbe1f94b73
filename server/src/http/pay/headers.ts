import type { FastifyReply } from 'fastify';
import type { Logo } from '../../db/read/partner-logos.ts';

/** Never kept by a cache, never told to the next site, never found by a search. */
const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** Nothing from elsewhere, nothing inline, never inside another site. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** What a policy can name; other hosts that browsers take (IPv6 addresses, names with an underscore) it cannot. */
const NAMEABLE_HOST = /^[a-z0-9.-]+$/;

interface PageRights {
  /** Where the press leads to. */
  redirectUrl?: string;
  logoHash?: string | null;
  /** Without a deposit: where a press may lead to. */
  pressTargets?: readonly string[];
}

/**
 * Sends a page. Its form leads to us, and by our redirect to the partner. Browsers hold every redirect after a form to the
 * policy of the page that the form is on, also the partner's own: from its bare name to www, or to where players sign in.
 * So the press may end on any site that is encrypted; with the partner's origin alone it arrived and the player stayed.
 */
export function sendPage(
  reply: FastifyReply,
  page: string,
  { redirectUrl, logoHash = null, pressTargets = [] }: PageRights,
): FastifyReply {
  const sources = redirectUrl === undefined ? pressTargets : [sourceOf(new URL(redirectUrl)), 'https:'];
  const targets = sources.length === 0 ? "'none'" : ["'self'", ...new Set(sources)].join(' ');
  // Where no picture is allowed, browsers don't ask for one of the site either, which would be a request for nothing.
  const pictures = logoHash === null ? '' : "; img-src 'self'";
  return reply
    .headers({
      ...PRIVATE_HEADERS,
      'content-security-policy': `${POLICY}; form-action ${targets}${pictures}`,
    })
    .type('text/html; charset=utf-8')
    .send(page);
}

export function sendState(
  reply: FastifyReply,
  state: { version: string; secondsLeft: number },
): FastifyReply {
  return reply
    .headers({ ...PRIVATE_HEADERS, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(state));
}

/** A picture stays as it is as long as its address does, and is for the holder of that address only. */
export function sendLogo(reply: FastifyReply, { content, contentType }: Logo): FastifyReply {
  return reply
    .headers({
      ...PRIVATE_HEADERS,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, max-age=86400, immutable',
    })
    .type(contentType)
    .send(content);
}

/** Sends the browser on. What it asked for before is told to nobody. */
export function redirectTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.headers(PRIVATE_HEADERS).redirect(address, 303);
}

function sourceOf({ origin, hostname, protocol }: URL): string {
  return NAMEABLE_HOST.test(hostname) ? origin : protocol;
}
