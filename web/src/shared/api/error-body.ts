import type { ConsoleErrorBody } from '@vezne/contract/console/errors';
import type { PortalErrorCode } from '@vezne/contract/portal/errors';
import type { z } from 'zod';

/** What an error of the console or the portal carries. Types alone: each loads its own catalogue, and not the other's. */
export interface ErrorBody extends Omit<ConsoleErrorBody, 'code'> {
  code: ConsoleErrorBody['code'] | PortalErrorCode;
}

let catalogue: z.ZodType<ErrorBody> | undefined;

/** Said once, before the first call: whose errors these pages read. */
export function readErrorsAs(schema: z.ZodType<ErrorBody>): void {
  catalogue = schema;
}

/** Undefined for what is none of them. */
export function readErrorBody(answer: unknown): ErrorBody | undefined {
  return catalogue?.safeParse(answer).data;
}
