/** An error with its answer: what the other side is told, and no more. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly code: string;
  /** The other fields of the body besides text and code. */
  readonly extras: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(answer: {
    status: number;
    code: string;
    text: string;
    extras?: Readonly<Record<string, unknown>>;
    retryAfterSeconds?: number | undefined;
  }) {
    super(answer.text);
    this.status = answer.status;
    this.code = answer.code;
    this.extras = answer.extras ?? {};
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** What can go wrong on every surface before a route is reached, or in a way that no route expects. */
export type CommonProblem =
  | 'not_found'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'unreadable_request'
  | 'not_http'
  | 'internal_error';

/** How one surface words its errors. */
export interface SurfaceErrors {
  /** The answer to an error that the surface expects; undefined for any other. */
  expected(error: unknown): HttpError | undefined;
  /** The answer when we don't know whether something was done. Without it the connection is closed unanswered. */
  outcomeUnknown?(): HttpError;
  common(problem: CommonProblem, request?: { method: string; url: string }): HttpError;
}
