import { isIP } from 'node:net';
import { refused } from '../refusal.ts';
import type { WebhookUrlProblem } from '../refusal.ts';
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
 * The address of a webhook endpoint as it is stored and called; refused if it can't be called safely. Where a name leads is
 * checked again at every connection, since that can change after today.
 */
export function checkedWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string {
  if (text.length > WEBHOOK_URL_MAX_LENGTH)
    throw refused('endpoint_url_too_long', { length: text.length, maxLength: WEBHOOK_URL_MAX_LENGTH });
  const problem = textProblem(text) ?? hostProblem(text) ?? (allowPrivate ? undefined : publicProblem(text));
  if (problem !== undefined) throw refused('endpoint_url_invalid', { problem });
  return new URL(text).href;
}

function textProblem(text: string): WebhookUrlProblem | undefined {
  // URL strips tabs, line ends and outer spaces, and turns backslashes round.
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('\\')) return 'odd_character';
  return text.includes('#') ? 'fragment' : undefined;
}

function hostProblem(text: string): WebhookUrlProblem | undefined {
  const authority = ADDRESS_PATTERN.exec(text)?.groups?.['authority'];
  if (authority === undefined) return 'incomplete';
  if (authority.includes('@')) return 'user_info';
  const hostname = URL.parse(text)?.hostname;
  const written = authority.replace(/:\d*$/, '').toLowerCase();
  // What is called must be what a person reads: 0x7f.1 and 2130706433 are 127.0.0.1, and a last dot hides a name.
  return hostname !== written || hostname.split('.').includes('') ? 'odd_host' : undefined;
}

function publicProblem(text: string): WebhookUrlProblem | undefined {
  const { protocol, hostname } = new URL(text);
  if (protocol !== 'https:') return 'not_https';
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isPublic =
    isIP(literal) === 0
      ? hostname.includes('.') && !LOCAL_NAME_PATTERN.test(hostname)
      : addressRefusal(literal) === undefined;
  return isPublic ? undefined : 'private_network';
}
