import { isIP } from 'node:net';
import { AdminError } from '../admin-error.ts';
import { addressRefusal } from './address-guard.ts';

/** What every proxy and log on the way takes. */
export const WEBHOOK_URL_MAX_LENGTH = 2048;

/**
 * The scheme, both slashes and the authority by the text alone: URL is lenient and reads `https:evil` and
 * `https:/\evil` as `https://evil`, so a person would confirm another host than the one that is called.
 */
const ADDRESS_PATTERN = /^https?:\/\/(?<authority>[^/?]+)/;

/** Names that lead nowhere outside one's own network (RFC 6761, RFC 6762, and ICANN's reservation of .internal). */
const LOCAL_NAME_PATTERN = /(?:^|\.)(?:localhost|local|internal)$/;

/**
 * The address of a webhook endpoint as it is stored and called, or an error that says what to change. Where a name leads
 * is checked again at every connection, since that can change after today.
 */
export function checkedWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string {
  const problem = textProblem(text) ?? hostProblem(text) ?? (allowPrivate ? undefined : publicProblem(text));
  if (problem !== undefined) throw new AdminError(problem);
  return new URL(text).href;
}

function textProblem(text: string): string | undefined {
  if (text.length > WEBHOOK_URL_MAX_LENGTH) {
    return `The webhook address has ${text.length} characters. Shorten it to ${WEBHOOK_URL_MAX_LENGTH}.`;
  }
  // URL strips tabs, line ends and outer spaces, and turns backslashes round.
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('\\')) {
    return 'The webhook address contains a space, a backslash or a character outside ASCII. Write an international name in punycode (xn--…) and percent-encode the rest.';
  }
  if (text.includes('#')) {
    return 'The webhook address has a fragment (#…), which is never sent. Leave it out.';
  }
  return undefined;
}

function hostProblem(text: string): string | undefined {
  const authority = ADDRESS_PATTERN.exec(text)?.groups?.['authority'];
  if (authority === undefined) {
    return 'The webhook address is not complete. Give all of it, from https:// on.';
  }
  if (authority.includes('@')) {
    return 'The webhook address contains a user name or password. Leave it out: deliveries are signed.';
  }
  const hostname = URL.parse(text)?.hostname;
  const written = authority.replace(/:\d*$/, '').toLowerCase();
  // What is called must be what a person reads: 0x7f.1 and 2130706433 are 127.0.0.1, and a last dot hides a name.
  if (hostname !== written || !hostname.split('.').every((label) => label !== '')) {
    return 'The webhook address does not name its host in the plain form. Write it like https://hooks.example.com/vezne, without a dot at its end.';
  }
  return undefined;
}

function publicProblem(text: string): string | undefined {
  const { protocol, hostname } = new URL(text);
  if (protocol !== 'https:')
    return 'The webhook address does not use https. Give one that starts with https://.';
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isPublic =
    isIP(literal) === 0
      ? hostname.includes('.') && !LOCAL_NAME_PATTERN.test(hostname)
      : addressRefusal(literal) === undefined;
  return isPublic
    ? undefined
    : 'The webhook address leads into a private network. Give one that the internet can reach.';
}
