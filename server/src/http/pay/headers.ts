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

/**
 * Sends a page. The form's target redirects to the partner site, and browsers hold redirects to the policy of the page
 * that the form is on: with 'self' alone, the press would arrive and the player would stay.
 */
export function sendPage(
  reply: FastifyReply,
  page: string,
  deposit?: { redirectUrl: string; logoHash: string | null },
): FastifyReply {
  const targets = deposit === undefined ? "'none'" : `'self' ${sourceOf(new URL(deposit.redirectUrl))}`;
  // Where no picture is allowed, browsers don't ask for one of the site either, which would be a request for nothing.
  const pictures = (deposit?.logoHash ?? null) === null ? '' : "; img-src 'self'";
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
export function sendOn(reply: FastifyReply, address: string): FastifyReply {
  return reply.headers(PRIVATE_HEADERS).redirect(address, 303);
}

function sourceOf({ origin, hostname, protocol }: URL): string {
  return NAMEABLE_HOST.test(hostname) ? origin : protocol;
}
