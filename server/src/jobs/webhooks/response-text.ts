/** Control characters (PostgreSQL refuses NUL), and characters that reorder or hide text on a screen. */
const UNSAFE_PATTERN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Untrusted bytes as text for a log. Invalid UTF-8 becomes a replacement character, and unsafe characters become a space.
 */
export function responseText(chunks: readonly Uint8Array[]): string {
  if (chunks.length === 0) return '';
  return Buffer.concat(chunks).toString('utf8').replaceAll(UNSAFE_PATTERN, ' ');
}
