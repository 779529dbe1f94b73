import { isCreate } from './operation.ts';
import type { Operation } from './operation.ts';
import { REMEDIES } from './remedies.ts';
import type { ApiErrorBody, ApiErrorCode, FieldProblem, TransactionStatus } from './types.ts';

const CENTS_DIGITS = 2;

type Refusal = {
  status: number;
  body: ApiErrorBody;
  retryAfterSeconds: number | undefined;
  isReferenceFree: boolean;
};

/** The service has answered, and the answer is no. */
export class VezneError extends Error {
  override readonly name = 'VezneError';
  /** The HTTP status. */
  readonly status: number;
  /** Programs may rely on it. A newer service may have codes that this version does not know. */
  readonly code: ApiErrorCode | (string & {});
  /** Name it when you ask the service about this error. */
  readonly requestId: string;
  /** With invalid_request: what is wrong, field by field. */
  readonly fields: readonly FieldProblem[];
  /** With amount_out_of_range. */
  readonly minCents: number | undefined;
  /** With amount_out_of_range. */
  readonly maxCents: number | undefined;
  /** With timestamp_out_of_range: Unix time in seconds. */
  readonly serverTime: number | undefined;
  /** With external_reference_conflict and not_cancellable. */
  readonly transactionId: string | undefined;
  /** With external_reference_conflict and not_cancellable: the status of that transaction now. */
  readonly transactionStatus: TransactionStatus | undefined;
  /** How long the service asks you to wait. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * For a create: nothing exists under this reference, so you may give the player's money back. False when that is not
   * known, as with wrong credentials or a body that is too large: an earlier call may have created it.
   */
  readonly isReferenceFree: boolean;

  constructor(operation: Operation, { status, body, retryAfterSeconds, isReferenceFree }: Refusal) {
    super(refusalSentences(operation, body, status));
    this.status = status;
    this.code = body.code;
    this.requestId = body.requestId;
    this.fields = body.fields ?? [];
    this.minCents = body.minCents;
    this.maxCents = body.maxCents;
    this.serverTime = body.serverTime;
    this.transactionId = body.transactionId;
    this.transactionStatus = body.status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isReferenceFree = isReferenceFree;
  }
}

/**
 * It is not known whether the request had its effect: no answer came, or one that does not tell. `cause` is the last thing
 * that went wrong.
 */
export class VezneOutcomeUnknownError extends Error {
  override readonly name = 'VezneOutcomeUnknownError';
  /** For a create. */
  readonly externalReference: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;

  constructor(
    operation: Operation,
    { reason, attempts, cause }: { reason: string; attempts: number; cause: unknown },
  ) {
    super(unknownSentences(operation, reason, attempts), { cause });
    this.externalReference = operation.externalReference;
    this.attempts = attempts;
  }
}

function refusalSentences({ subject }: Operation, body: ApiErrorBody, status: number): string {
  const remedy: string | undefined = REMEDIES[body.code];
  return [
    `Vezne refused the ${subject}: ${body.error}`,
    ...refusalDetails(body),
    ...(remedy === undefined ? [] : [remedy]),
    `(${body.code}, HTTP ${status}, ${body.requestId})`,
  ].join(' ');
}

function refusalDetails({ fields = [], minCents, maxCents, transactionId, status }: ApiErrorBody): string[] {
  const sentences = fields.map(({ path, problem }) => `${path === '' ? 'The body' : path} ${problem}.`);
  if (minCents !== undefined && maxCents !== undefined) {
    sentences.push(`The range is ${asDecimal(minCents)} to ${asDecimal(maxCents)}.`);
  }
  if (transactionId !== undefined) {
    sentences.push(`It is ${transactionId}${status === undefined ? '' : `, ${status}`}.`);
  }
  return sentences;
}

/** By its digits, never by a division: amounts must not become floats. */
function asDecimal(cents: number): string {
  const digits = String(cents).padStart(CENTS_DIGITS + 1, '0');
  return `${digits.slice(0, -CENTS_DIGITS)}.${digits.slice(-CENTS_DIGITS)}`;
}

function unknownSentences(operation: Operation, reason: string, attempts: number): string {
  const { subject, kind } = operation;
  const times = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  if (isCreate(operation)) {
    return `After ${times} it is not known whether the ${subject} was created: ${reason}. Do not refund the player: send the same request again, with the same externalReference, until it is answered. findTransactions({ externalReference }) settles it only if it finds it: finding nothing proves nothing.`;
  }
  if (kind === 'cancelTransaction') {
    return `After ${times} it is not known whether the ${subject} was cancelled: ${reason}. Cancel it again, or read it with getTransaction(); both are safe.`;
  }
  return `After ${times} the ${subject} could not be read: ${reason}. Reading changes nothing, so try again.`;
}
