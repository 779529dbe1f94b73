import type { TransactionStatus } from '@vezne/domain/transaction-state';

export type RedirectUrlRules = {
  /** Whether http to this machine is allowed; only for development. */
  readonly allowLoopbackHttp: boolean;
};

/** What the player's browser brings back to the partner site. It does not prove a payment. */
export type ResultParameters = {
  readonly svcTransactionId: string;
  readonly svcStatus: TransactionStatus;
  readonly externalReference: string;
};

/** Every browser and proxy accepts addresses of this length, even with the result parameters added. */
export const REDIRECT_URL_MAX_LENGTH = 2048;

const RESERVED_NAMES: readonly string[] = [
  'svcTransactionId',
  'svcStatus',
  'externalReference',
] satisfies readonly (keyof ResultParameters)[];

/**
 * Reads the address by its text alone. URL is as lenient as browsers: it reads `https:/\evil`, `https:evil` and
 * `https:///evil` as `https://evil`. Here the scheme and both slashes are literal, and the authority ends at the first
 * slash, question mark or hash.
 */
const ADDRESS_PATTERN = /^(?<scheme>https?):\/\/(?<authority>[^/?#]*)/;

/**
 * A DNS name without empty labels, a dotted IPv4 address (which has the same form) or a bracketed IPv6 address; then a
 * port.
 */
const AUTHORITY_PATTERN =
  /^(?<host>[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

/** DNS allows 253 characters in a name. */
const HOST_MAX_LENGTH = 253;

/**
 * All of 127.0.0.0/8 is this machine, and so is every name under localhost (RFC 6761). URL has already made the form
 * canonical.
 */
const LOOPBACK_HOST_PATTERN = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** A name could be encoded many times. Some partner sites decode twice by mistake, and one more pass is spare. */
const MAX_DECODING_PASSES = 3;

/** Why an address is refused, to be read after the field's name; undefined when it is fine. */
export function redirectUrlProblem(text: string, rules: RedirectUrlRules): string | undefined {
  if (text.length > REDIRECT_URL_MAX_LENGTH) {
    return `must have at most ${REDIRECT_URL_MAX_LENGTH} characters`;
  }
  // URL removes tabs, line ends and outer spaces, so it would check a different text than the one that goes to the browser.
  if (!/^[\x21-\x7e]*$/.test(text)) {
    return 'must be printable ASCII without spaces: write an international host name in punycode (xn--…) and percent-encode everything else';
  }
  if (text.includes('\\')) {
    return 'must not contain a backslash';
  }
  const groups = ADDRESS_PATTERN.exec(text)?.groups;
  if (groups === undefined) {
    return 'must be an absolute address that starts with https://';
  }
  return (
    authorityProblem(text, groups['authority'] ?? '') ??
    schemeProblem(text, { scheme: groups['scheme'] ?? '', rules }) ??
    queryProblem(text)
  );
}

/**
 * The host of an accepted address, in lower case and without its port, to compare with a partner's list of allowed hosts.
 */
export function redirectHost(redirectUrl: string): string {
  return new URL(redirectUrl).hostname;
}

/**
 * The address to send the player back to. The parameters are inserted as text before the fragment, and every other byte
 * stays. URLSearchParams would rewrite the partner's own query (`%20` to `+`, `?a` to `?a=`).
 */
export function withResultParameters(redirectUrl: string, parameters: ResultParameters): string {
  const fragmentAt = redirectUrl.indexOf('#');
  const address = fragmentAt === -1 ? redirectUrl : redirectUrl.slice(0, fragmentAt);
  const fragment = fragmentAt === -1 ? '' : redirectUrl.slice(fragmentAt);
  const query = [
    `svcTransactionId=${encodeURIComponent(parameters.svcTransactionId)}`,
    `svcStatus=${encodeURIComponent(parameters.svcStatus)}`,
    `externalReference=${encodeURIComponent(parameters.externalReference)}`,
  ].join('&');
  return address + querySeparator(address) + query + fragment;
}

function querySeparator(address: string): string {
  const queryAt = address.indexOf('?');
  if (queryAt === -1) {
    return '?';
  }
  return queryAt === address.length - 1 || address.endsWith('&') ? '' : '&';
}

function authorityProblem(text: string, authority: string): string | undefined {
  if (authority === '') {
    return 'must name a host';
  }
  if (authority.includes('@')) {
    return 'must not contain a user name or password';
  }
  const host = AUTHORITY_PATTERN.exec(authority)?.groups?.['host']?.toLowerCase();
  const parsed = URL.parse(text);
  // The browser must go to the host that a person reads, but 0x7f.1 and 2130706433 parse as 127.0.0.1.
  if (host === undefined || host.length > HOST_MAX_LENGTH || parsed?.hostname !== host) {
    return 'must name a host in its plain form, and a valid port if any';
  }
  return undefined;
}

function schemeProblem(
  text: string,
  { scheme, rules }: { scheme: string; rules: RedirectUrlRules },
): string | undefined {
  if (scheme === 'https') {
    return undefined;
  }
  const isAllowedHttp = rules.allowLoopbackHttp && LOOPBACK_HOST_PATTERN.test(redirectHost(text));
  return isAllowedHttp ? undefined : 'must use https';
}

/** If one of our parameters is already there, the partner would read it instead of the one that we add. */
function queryProblem(text: string): string | undefined {
  const address = text.split('#', 1)[0] ?? '';
  const queryAt = address.indexOf('?');
  if (queryAt === -1) {
    return undefined;
  }
  // Some frameworks separate parameters at semicolons too.
  for (const parameter of address.slice(queryAt + 1).split(/[&;]/)) {
    const name = readParameterName(parameter.split('=', 1)[0] ?? '');
    const reserved = RESERVED_NAMES.find((candidate) => candidate.toLowerCase() === name);
    if (reserved !== undefined) {
      return `must not have the parameter ${reserved} in its query: we add it`;
    }
  }
  return undefined;
}

/**
 * The name as the most lenient framework would read it: percent-encoded more than once, ignoring case (ASP.NET), after
 * white space or another question mark, and as an array (`svcStatus[]`, PHP).
 */
function readParameterName(written: string): string {
  let name = written.replaceAll('+', ' ');
  for (let pass = 0; pass < MAX_DECODING_PASSES; pass++) {
    name = name.replaceAll(/%(?:u00)?([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  const [beforeEnd = ''] = name.replace(/^[\s\0?]+/, '').split(/[[\0=]/, 1);
  return beforeEnd.trimEnd().toLowerCase();
}
