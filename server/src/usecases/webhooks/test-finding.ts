import type { WebhookTestOutcome } from '../../db/read/webhooks/tests.ts';

/** What a test has shown, by what the partner has to look at. */
export type WebhookTestFinding =
  | 'taken'
  /** The answer began well and broke off. */
  | 'broken_off'
  /** Many receivers answer a signature that they do not take with 400. */
  | 'bad_request'
  | 'signature_refused'
  | 'forbidden'
  | 'not_found'
  | 'wrong_method'
  | 'too_large'
  | 'wrong_type'
  | 'too_many_requests'
  | 'refused'
  | 'redirect'
  | 'receiver_failed'
  | 'receiver_away'
  | 'odd_status'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'certificate_not_trusted'
  | 'tls_failed'
  | 'timeout'
  | 'malformed_answer'
  | 'address_refused'
  | 'endpoint_not_active'
  | 'secret_unreadable'
  | 'failed';

const BY_STATUS: ReadonlyMap<number, WebhookTestFinding> = new Map([
  [400, 'bad_request'],
  [401, 'signature_refused'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [405, 'wrong_method'],
  [410, 'not_found'],
  [413, 'too_large'],
  [415, 'wrong_type'],
  [429, 'too_many_requests'],
  [502, 'receiver_away'],
  [503, 'receiver_away'],
  [504, 'receiver_away'],
]);

/** The words of jobs/webhooks that have a meaning of their own here. */
const BY_ERROR: ReadonlyMap<string, WebhookTestFinding> = new Map(
  (
    [
      'name_not_resolved',
      'connection_refused',
      'connection_reset',
      'unreachable',
      'certificate_not_trusted',
      'tls_failed',
      'timeout',
      'malformed_answer',
      'redirect',
      'endpoint_not_active',
      'secret_unreadable',
    ] as const
  ).map((error) => [error, error]),
);

/** What was found. Only `taken` means that it answered as it should. */
export function findingOf({
  status,
  error,
}: Pick<WebhookTestOutcome, 'status' | 'error'>): WebhookTestFinding {
  if (error !== null) {
    if (error.startsWith('address_')) return 'address_refused';
    if (status !== null && status >= 200 && status < 300) return 'broken_off';
    return BY_ERROR.get(error) ?? 'failed';
  }
  if (status === null) return 'failed';
  if (status >= 200 && status < 300) return 'taken';
  const known = BY_STATUS.get(status);
  if (known !== undefined) return known;
  if (status >= 400 && status < 500) return 'refused';
  return status >= 500 && status < 600 ? 'receiver_failed' : 'odd_status';
}
