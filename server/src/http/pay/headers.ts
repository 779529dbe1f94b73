import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Logo } from '../../db/read/partners/partner-logos.ts';
import { isGzipTaken } from '../server/gzip.ts';
import { NO_PAGE_POLICY, PRIVATE_HEADERS, pagePolicy } from '../server/security-headers.ts';

const POLICY = pagePolicy();

/**
 * Hosts that a policy can name. Browsers accept others too (IPv6 addresses, names with an underscore), but a policy cannot
 * name those.
 */
const NAMEABLE_HOST = /^[a-z0-9.-]+$/;

interface PageRights {
  /** Where the press leads. */
  redirectUrl?: string;
  logoHash?: string | null;
  /** Without a deposit: where a press may lead. */
  pressTargets?: readonly string[];
}

/**
 * Sends a page. Its form leads to us, and our redirect leads to the partner. Browsers check every redirect after a form
 * against the policy of the page with the form. This includes the partner's own redirects, such as from its bare name to
 * www, or to its sign-in page. So the press may end on any https site. With only the partner's origin in the policy, the
 * press reached us but the player stayed on our page.
 */
export function sendPage(
  reply: FastifyReply,
  page: string,
  { redirectUrl, logoHash = null, pressTargets = [] }: PageRights,
): FastifyReply {
  const sources = redirectUrl === undefined ? pressTargets : [sourceOf(new URL(redirectUrl)), 'https:'];
  const targets = sources.length === 0 ? "'none'" : ["'self'", ...new Set(sources)].join(' ');
  // Without img-src, browsers also do not ask for a favicon, which would be a useless request.
  const pictures = logoHash === null ? '' : "; img-src 'self'";
  return reply
    .headers({
      ...PRIVATE_HEADERS,
      'content-security-policy': `${POLICY}; form-action ${targets}${pictures}`,
    })
    .type('text/html; charset=utf-8')
    .send(packed(reply, page));
}

/**
 * Players pay for their bytes, and a page has a third of them left. How long it is tells nobody anything: whoever can make a browser ask for
 * it has its whole address, and that is all there is to guess.
 */
function packed(reply: FastifyReply, page: string): string | Buffer {
  reply.header('vary', 'accept-encoding');
  if (!isGzipTaken(reply.request)) return page;
  reply.header('content-encoding', 'gzip');
  return gzipSync(page, { level: 4 });
}

export const JSON_HEADERS = {
  ...PRIVATE_HEADERS,
  'content-security-policy': NO_PAGE_POLICY,
  'content-type': 'application/json; charset=utf-8',
} as const;

export function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.headers(JSON_HEADERS).send(JSON.stringify(value));
}

/** A logo's address changes with its content, so it may be cached, but only by the person who holds the page's address. */
export function sendLogo(reply: FastifyReply, { content, contentType }: Logo): FastifyReply {
  return reply
    .headers({
      ...PRIVATE_HEADERS,
      'content-security-policy': NO_PAGE_POLICY,
      'cache-control': 'private, max-age=86400, immutable',
    })
    .type(contentType)
    .send(content);
}

/**
 * Where a form leads. A script that sends a form cannot follow a redirect to the partner's site, so it asks for the address and goes
 * there itself.
 */
export function leadTo(reply: FastifyReply, address: string): FastifyReply {
  if (reply.request.headers.accept !== 'application/json') return redirectTo(reply, address);
  return sendJson(reply, { next: address });
}

/** Redirects the browser. The next site does not learn the address of this page. */
export function redirectTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.headers(PRIVATE_HEADERS).redirect(address, 303);
}

function sourceOf({ origin, hostname, protocol }: URL): string {
  return NAMEABLE_HOST.test(hostname) ? origin : protocol;
}
