import type { ErrorBody } from './error-body.ts';

/** `offline`: no answer came. `unreadable`: an answer came that is not ours, such as a proxy's own page. */
export type ApiErrorCode = ErrorBody['code'] | 'offline' | 'unreadable';

/** Every failure of a call. The code says which sentence people read. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number | null;
  readonly body: ErrorBody | null;

  constructor(code: ApiErrorCode, { status, body }: { status: number | null; body: ErrorBody | null }) {
    super(body?.error ?? code);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.body = body;
  }
}

export function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'internal_error';
}

/** No answer of ours came, so it may have been done. */
export function isOutcomeUnknown(error: unknown): boolean {
  return ['offline', 'unreadable', 'outcome_unknown'].includes(codeOf(error));
}

/** The number of the request, if the server gave it one. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.body?.requestId : undefined;
}
