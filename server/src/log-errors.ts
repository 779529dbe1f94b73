import { pino } from 'pino';

/**
 * What a line may show of an error besides its words. PostgreSQL and its driver hang more on theirs: the values of the row that was
 * refused (`detail`), which are names and IBANs, or the key by which the statements of a connection can be cancelled.
 */
const SHOWN = ['constraint', 'table', 'column', 'statusCode'] as const;

/** An error, or what a library hands over as one. */
export interface ErrorLike {
  message: string;
  name?: string;
  code?: unknown;
  constraint?: unknown;
  cause?: unknown;
  errors?: unknown;
}

export function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

export function shownError(error: unknown): object {
  if (!isErrorLike(error)) return { type: typeof error, message: 'something was thrown that is no error' };
  const { type, message, stack, code, ...more } = pino.stdSerializers.err(error as Error);
  const withoutValues = hiderOfValues(error);
  return {
    type,
    message: withoutValues(message),
    stack: withoutValues(stack),
    // It says what went wrong, and is no secret. It gets another name, so that it is not taken for one.
    errorCode: code as unknown,
    ...Object.fromEntries(SHOWN.map((name) => [name, more[name] as unknown])),
    aggregateErrors: Array.isArray(error.errors) ? error.errors.map(shownError) : undefined,
  };
}

/** Where people look for what happened, an error has at most this many causes. */
const MAX_CAUSES = 8;

/** PostgreSQL repeats a value that it can't read, in quotes: `invalid input syntax for type uuid: "Ayşe"`. */
function hiderOfValues(error: ErrorLike): (text: string) => string {
  const hidden: [said: string, shown: string][] = [];
  let one: unknown = error;
  for (let depth = 0; isErrorLike(one) && depth < MAX_CAUSES; depth += 1) {
    if (isDataException(one)) hidden.push([one.message, one.message.replace(/"[^]*"/, '"…"')]);
    one = one.cause;
  }
  return (text) => hidden.reduce((shown, [said, instead]) => shown.replaceAll(said, () => instead), text);
}

/** Class 22 of PostgreSQL's codes. */
function isDataException({ message, code }: ErrorLike): boolean {
  return message !== '' && typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}
