import { cents } from '@vezne/domain/money';

/** Values as a request keeps them. Amounts are strings of digits, because a number in JSON is a float. */
export function storedInput(input: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as Record<string, unknown>;
}

/**
 * The values that were stored, for whoever stored them: the caller knows their type. Amounts are known by their names, as
 * everywhere. A request's fingerprint covers what its input changes, so an input that was not read back as it was would be
 * noticed, and refused.
 */
export function readStoredInput(stored: unknown): unknown {
  return JSON.parse(JSON.stringify(stored), (key, value: unknown) =>
    key.endsWith('Cents') && typeof value === 'string' ? cents(BigInt(value)) : value,
  );
}

/** The same text for the same values, whatever the order of their names: the database keeps names in an order of its own. */
export function canonicalText(stored: unknown): string {
  return JSON.stringify(stored, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
