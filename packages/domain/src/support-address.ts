/**
 * Where a partner's players ask for help: a page or a mailbox of the partner. It becomes a link on our page, so it has one plain form
 * only, read by its text alone. What a browser would read in another way than a person is refused.
 */

export type SupportAddressProblem =
  | 'too_long'
  | 'odd_character'
  | 'odd_scheme'
  | 'user_info'
  | 'odd_host'
  | 'odd_mailbox'
  | 'reserved_parameter';

/** As a page writes it: a first view that is light must not depend on what somebody set. */
export const SUPPORT_ADDRESS_MAX_LENGTH = 500;

function writtenLength(text: string): number {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').length;
}

/** The parameter that carries a payment's code to a page of the partner. */
const REFERENCE_PARAMETER = 'reference';

/** What an address may be made of (RFC 3986), with every percent sign as the start of two digits. */
const ALLOWED = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

/** The authority ends at the first slash, question mark or hash. */
const HTTPS_PATTERN = /^https:\/\/(?<authority>[^/?#]*)(?:[/?#]|$)/;

/**
 * A name in DNS with at least two labels, the last of them in letters (or punycode): so no IPv4 address in any notation, no IPv6
 * address, and no name that means something in a local network only. Capital letters would be written small by a browser.
 */
const HOST_PATTERN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const PORT_PATTERN = /:(?<port>[1-9][0-9]{0,4})$/;
const PORT_MAX = 65_535;
/** DNS allows 253 characters in a name. */
const HOST_MAX_LENGTH = 253;

/** One mailbox in the plain form. No second one, and no headers: we write the subject. */
const MAILTO_PATTERN = /^mailto:(?<mailbox>[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*)@(?<host>[^@]+)$/;
/** RFC 5321 allows 64 before the @. */
const MAILBOX_MAX_LENGTH = 64;

/** Why an address is refused; undefined when it is fine. */
export function supportAddressProblem(text: string): SupportAddressProblem | undefined {
  if (writtenLength(text) > SUPPORT_ADDRESS_MAX_LENGTH) return 'too_long';
  if (!ALLOWED.test(text)) return 'odd_character';
  if (text.startsWith('mailto:')) return mailProblem(text);
  const authority = HTTPS_PATTERN.exec(text)?.groups?.['authority'];
  if (authority === undefined) return 'odd_scheme';
  if (authority.includes('@')) return 'user_info';
  const port = PORT_PATTERN.exec(authority)?.groups?.['port'];
  const host = port === undefined ? authority : authority.slice(0, -port.length - 1);
  if (!isHost(host) || Number(port ?? 1) > PORT_MAX) return 'odd_host';
  return hasReference(text) ? 'reserved_parameter' : undefined;
}

/** The link with a payment's code: as the subject of the mail, or as a parameter. Every other byte stays as the partner set it. */
export function withReference(address: string, code: string): string {
  const value = encodeURIComponent(code);
  if (address.startsWith('mailto:')) return `${address}?subject=${value}`;
  const fragmentAt = address.indexOf('#');
  const page = fragmentAt === -1 ? address : address.slice(0, fragmentAt);
  return `${page}${separatorAfter(page)}${REFERENCE_PARAMETER}=${value}${address.slice(page.length)}`;
}

function separatorAfter(page: string): string {
  const queryAt = page.indexOf('?');
  if (queryAt === -1) return '?';
  return queryAt === page.length - 1 || page.endsWith('&') ? '' : '&';
}

function mailProblem(text: string): SupportAddressProblem | undefined {
  const { mailbox = '', host = '' } = MAILTO_PATTERN.exec(text)?.groups ?? {};
  return mailbox !== '' && mailbox.length <= MAILBOX_MAX_LENGTH && isHost(host) ? undefined : 'odd_mailbox';
}

function isHost(host: string): boolean {
  return host.length <= HOST_MAX_LENGTH && HOST_PATTERN.test(host);
}

/** If the parameter is there already, the partner's page would read it instead of the one that we add. */
function hasReference(text: string): boolean {
  const [address = ''] = text.split('#', 1);
  const query = address.includes('?') ? address.slice(address.indexOf('?') + 1) : '';
  return query.split(/[&;]/).some((parameter) => {
    const [name = ''] = parameter.split('=', 1);
    return decodedName(name) === REFERENCE_PARAMETER;
  });
}

/** As the most lenient framework reads it: decoded, whatever its case, and without the brackets of an array. */
function decodedName(name: string): string {
  const decoded = name.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded
    .replace(/\[.*$/, '')
    .replace(/^[\s+?]+/, '')
    .trim()
    .toLowerCase();
}
