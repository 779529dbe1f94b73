import { fieldProblems } from '@vezne/contract/fields/field-problems';
import { shownName } from '@vezne/contract/fields/page-query';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

/** The parameters of a query string, checked. A parameter that appears twice is ambiguous and is refused. */
export function readQuery<Query>(query: string, schema: z.ZodType<Query>): Query {
  const given: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (Object.hasOwn(given, name))
      throw invalid([{ path: shownName(name), problem: 'is given more than once' }]);
    Object.defineProperty(given, name, { value, enumerable: true });
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw invalid(fieldProblems(result.error));
}

function invalid(fields: { path: string; problem: string }[]): ApiError {
  return new ApiError('invalid_request', { extras: { fields } });
}
