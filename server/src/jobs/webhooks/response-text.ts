/** Control characters (PostgreSQL refuses NUL), and those that reorder or hide text on a person's screen. */
const UNSAFE_PATTERN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Bytes of a stranger as text for a log: what is no UTF-8 or can't be shown becomes a replacement sign or a space. */
export function responseText(chunks: readonly Uint8Array[]): string {
  if (chunks.length === 0) return '';
  return Buffer.concat(chunks).toString('utf8').replaceAll(UNSAFE_PATTERN, ' ');
}
