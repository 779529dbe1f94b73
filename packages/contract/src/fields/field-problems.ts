import type { z } from 'zod';

/** What is wrong with one field of a request. */
export interface FieldProblem {
  path: string;
  problem: string;
}

/** The `fields` of an invalid_request error, from the problems that a schema found. */
export function fieldProblems(error: z.core.$ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), problem: issue.message }));
}

/** The problem of a value outside a closed list. */
export function oneOf(values: readonly string[]): string {
  return `must be one of ${values.join(', ')}`;
}

/** The problem of a value that is absent or of the wrong kind; `kind` is for example "a string". */
export function requiredAs(kind: string): (issue: { readonly input?: unknown }) => string {
  return (issue) => (issue.input === undefined ? 'is required' : `must be ${kind}`);
}
