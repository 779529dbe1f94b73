const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL raises an error for text that is not a uuid, but a look-up should simply find nothing. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}
