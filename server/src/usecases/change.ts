import { isDeepStrictEqual } from 'node:util';
import { plainValues } from './plain-values.ts';

/** What changed, before and after, ready for the audit log. */
export interface Change {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Only the values that differ; undefined when none differ. */
export function changeBetween<Values extends object>(before: Values, after: Values): Change | undefined {
  const plainBefore = plainValues(before);
  const changed = Object.entries(plainValues(after)).filter(
    ([key, value]) => !isDeepStrictEqual(plainBefore[key], value),
  );
  if (changed.length === 0) return undefined;
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, plainBefore[key]])),
    after: Object.fromEntries(changed),
  };
}
