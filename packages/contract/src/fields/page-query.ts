import { z } from 'zod';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 250;

/** The size of a page, from a query string, where every value is text. */
export const pageLimit = z
  .string()
  .regex(/^[1-9][0-9]{0,2}$/, `must be a whole number from 1 to ${MAX_PAGE_SIZE}`)
  .transform(Number)
  .refine((size) => size <= MAX_PAGE_SIZE, `must be a whole number from 1 to ${MAX_PAGE_SIZE}`)
  .meta({
    description: `How many to answer at most: 1 to ${MAX_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} unless given.`,
  })
  .default(DEFAULT_PAGE_SIZE);

/** Enough for any slip. A hostile query has thousands of parameters, and long ones. */
const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 64;

/** The name of a parameter as an answer repeats it. */
export function shownName(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}

/**
 * The parameters of a list. Unknown ones are refused: if we silently ignored a filter, the response would contain too much.
 */
export function pageQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(
    { ...shape, limit: pageLimit },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `has no parameter ${issue.keys.slice(0, MAX_NAMED).map(shownName).join(', ')}`
          : undefined,
    },
  );
}
