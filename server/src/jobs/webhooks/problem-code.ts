import { errors } from 'undici';
import { AddressRefusedError } from './connector.ts';

/** Error codes of Node, OpenSSL, c-ares and undici, grouped by what the partner has to check. */
const PROBLEMS: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection_reset'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|ETIMEOUT|EREFUSED|EAI_[A-Z]+|EBADNAME|EBADRESP)$/, 'name_not_resolved'],
  [
    /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/,
    'certificate_not_trusted',
  ],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/, 'tls_failed'],
  [/^UND_ERR_(?:HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/, 'malformed_answer'],
];

/** The error of a delivery as one word. It contains no address, because the partner reads it in the delivery log. */
export function problemCode(error: unknown): string {
  if (error instanceof AddressRefusedError) return `${error.code}: ${error.reason}`;
  // The code is undefined when the very first bytes are wrong.
  if (error instanceof errors.HTTPParserError) return 'malformed_answer';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return PROBLEMS.find(([pattern]) => pattern.test(code))?.[1] ?? 'failed';
}
