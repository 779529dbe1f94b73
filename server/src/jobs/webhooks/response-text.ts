import { visibleText } from '@vezne/domain/text';

/**
 * Untrusted bytes as text for a log. Invalid UTF-8 becomes a replacement character, and unsafe characters (PostgreSQL refuses NUL) become a
 * space.
 */
export function responseText(chunks: readonly Uint8Array[]): string {
  if (chunks.length === 0) return '';
  return visibleText(Buffer.concat(chunks).toString('utf8'));
}
