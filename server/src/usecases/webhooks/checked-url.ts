import { isIP } from 'node:net';
import { isThisMachine } from '@vezne/domain/this-machine';
import { refused } from '../refusal.ts';
import type { WebhookUrlProblem } from '../refusals/administration.ts';
import { addressRefusal } from './address-guard.ts';

/** A length that every proxy and log on the way accepts. */
export const WEBHOOK_URL_MAX_LENGTH = 2048;

/**
 * Checks the scheme, both slashes and the authority in the text itself. URL is lenient and reads `https:evil` and
 * `https:/\evil` as `https://evil`, so a person could confirm a different host from the one that is called.
 */
const ADDRESS_PATTERN = /^https?:\/\/(?<authority>[^/?]+)/;

/** Names that work only inside a local network (RFC 6761, RFC 6762, and ICANN's reservation of .internal). */
const LOCAL_NAME_PATTERN = /(?:^|\.)(?:localhost|local|internal)$/;

/**
 * The address of a webhook endpoint as it is stored and called. Refused if it can't be called safely. The address behind
 * the name can change later, so it is checked again at every connection.
 */
export function checkedWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string {
  if (text.length > WEBHOOK_URL_MAX_LENGTH)
    throw refused('endpoint_url_too_long', { length: text.length, maxLength: WEBHOOK_URL_MAX_LENGTH });
  const problem = textProblem(text) ?? hostProblem(text) ?? (allowPrivate ? undefined : publicProblem(text));
  if (problem !== undefined) throw refused('endpoint_url_invalid', { problem });
  return new URL(text).href;
}

/**
 * An address on this very machine. It is all that a developer needs, and nobody outside hears anything by it: so one person may set
 * it, where the environment allows it at all. Whoever runs a command chooses the environment, so that alone proves nothing.
 */
export function isOnThisMachine(url: string): boolean {
  return isThisMachine(new URL(url).hostname);
}

function textProblem(text: string): WebhookUrlProblem | undefined {
  // URL removes tabs, line ends and outer spaces, and turns backslashes into slashes.
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('\\')) return 'odd_character';
  return text.includes('#') ? 'fragment' : undefined;
}

function hostProblem(text: string): WebhookUrlProblem | undefined {
  const authority = ADDRESS_PATTERN.exec(text)?.groups?.['authority'];
  if (authority === undefined) return 'incomplete';
  if (authority.includes('@')) return 'user_info';
  const hostname = URL.parse(text)?.hostname;
  const written = authority.replace(/:\d*$/, '').toLowerCase();
  // The host that is called must be the host that a person reads: 0x7f.1 and 2130706433 are 127.0.0.1, and a last dot hides
  // a name.
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
