import { VezneError } from './errors.ts';
import { isCreate } from './operation.ts';
import type { Operation } from './operation.ts';
import type { ApiErrorBody, ApiErrorCode } from './types.ts';

/** What is known after one attempt. */
export type Outcome<Result> =
  | { kind: 'success'; result: Result }
  /** The service itself has answered, and the answer is no. */
  | { kind: 'refused'; error: VezneError }
  | UnknownOutcome;

export type UnknownOutcome = {
  kind: 'unknown';
  /** Why, as the middle of a sentence. */
  reason: string;
  cause: unknown;
  isWorthRepeating: boolean;
  retryAfterSeconds?: number | undefined;
};

/** The relevant parts of a response, with its whole body. */
export type ReceivedResponse = {
  status: number;
  headers: { get(name: string): string | null };
  text: string;
};

/** Reads the result from a successful response; undefined when the response has another shape. */
export type ReadResult<Result> = (
  body: Record<string, unknown>,
  response: ReceivedResponse,
) => Result | undefined;

const MS_PER_SECOND = 1000;

/**
 * Codes that the service sends only after it has looked up the reference and found nothing. Partners give money back
 * because of this list, so a code that is not on it, even a future one, proves nothing. 401 and 404 are sent before the
 * service knows who asks or for what. A body that is too large, of another type, not JSON or ambiguous, or a query string,
 * is refused before the service has read a reference.
 */
const CODES_AFTER_LOOKUP: ReadonlySet<string> = new Set<ApiErrorCode>([
  'amount_out_of_range',
  'commission_exceeds_amount',
  'player_limit_reached',
  'player_blocked',
  'partner_disabled',
  'address_not_allowed',
  'deposits_paused',
  'withdrawals_paused',
  'no_deposit_account',
  'overloaded',
  'unavailable',
]);

/**
 * A proxy in between can respond too, and its "no" says nothing about what the service did. Only a response in the
 * service's own shape counts.
 */
export function judgeResponse<Result>(
  response: ReceivedResponse,
  operation: Operation,
  read: ReadResult<Result>,
): Outcome<Result> {
  const { status } = response;
  const body = parseObject(response.text);
  if (status >= 200 && status < 300) {
    const result = body === undefined ? undefined : read(body, response);
    if (result !== undefined) return { kind: 'success', result };
    return {
      kind: 'unknown',
      reason: `the answer (HTTP ${status}) is incomplete`,
      cause: undefined,
      isWorthRepeating: true,
    };
  }
  if (body === undefined || !isErrorBody(body)) {
    return {
      kind: 'unknown',
      reason: foreignResponseReason(response),
      cause: undefined,
      isWorthRepeating: status >= 500 || status === 429,
      retryAfterSeconds: retryAfterSeconds(response),
    };
  }
  const error = new VezneError(operation, {
    status,
    body,
    retryAfterSeconds: retryAfterSeconds(response),
    // Plain JavaScript may send a number, which the service cannot look up. As text, the same reference may be in use.
    isReferenceFree:
      isCreate(operation) &&
      typeof operation.externalReference === 'string' &&
      provesReferenceFree(body, response),
  });
  // Of all 5xx statuses, only 503 promises that nothing has happened.
  if (status >= 500 && status !== 503) {
    const reason = `the service answered HTTP ${status} (${error.requestId})`;
    return { kind: 'unknown', reason, cause: error, isWorthRepeating: true };
  }
  return { kind: 'refused', error };
}

/** Whether a refusal also decides earlier attempts whose outcome was unknown. */
export function settlesEarlierAttempts({ kind }: Operation, error: VezneError): boolean {
  switch (kind) {
    case 'read':
      return true;
    case 'createDeposit':
    case 'createWithdrawal':
      return error.isReferenceFree || error.code === 'external_reference_conflict';
    case 'cancelTransaction':
      // These codes depend on the state of the transaction. All others are sent before the service looks at it.
      return error.code === 'not_cancellable' || error.code === 'not_found';
  }
}

/** How long the response asks to wait. Proxies write a date where the service writes seconds. */
function retryAfterSeconds({ headers }: Pick<ReceivedResponse, 'headers'>): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / MS_PER_SECOND));
}

/** Whether the response proves that nothing exists under the reference of the create. */
function provesReferenceFree({ code, fields = [] }: ApiErrorBody, { headers }: ReceivedResponse): boolean {
  // Failed sign-ins are limited too, before any look-up. Only the limit of a known partner has these headers.
  if (code === 'rate_limited') return headers.get('ratelimit-limit') !== null;
  if (code === 'invalid_request') {
    // Without fields, HTTP itself was wrong. And a reference that cannot be read cannot be looked up.
    return fields.length > 0 && fields.every(({ path }) => path !== '' && path !== 'externalReference');
  }
  return CODES_AFTER_LOOKUP.has(code);
}

function foreignResponseReason({ status, headers }: ReceivedResponse): string {
  const location = headers.get('location');
  if (status >= 300 && status < 400) {
    return `the address redirects (HTTP ${status}${location === null ? '' : ` to ${location}`}), so check baseUrl`;
  }
  return `something other than the service answered HTTP ${status}, so check baseUrl and the proxies on the way`;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isErrorBody(body: Record<string, unknown>): body is ApiErrorBody & Record<string, unknown> {
  const { error, code, requestId, fields } = body;
  return (
    typeof error === 'string' &&
    typeof code === 'string' &&
    typeof requestId === 'string' &&
    requestId.startsWith('req_') &&
    (fields === undefined || Array.isArray(fields))
  );
}
