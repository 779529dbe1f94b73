const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL refuses other text as a uuid with an error, where a lookup should simply find nothing. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}
