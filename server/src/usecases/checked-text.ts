import { normalizeText, textProblem } from '@vezne/domain/text';
import { refused } from './refusal.ts';
import type { TextField } from './refusals/administration.ts';

/**
 * The text in composed form, without spaces around it unless they are to be kept. Refused when it can't be stored as it is.
 */
export function checkedText(
  field: TextField,
  text: string,
  { maxLength, keepSpaces = false }: { maxLength: number; keepSpaces?: boolean },
): string {
  const composed = normalizeText(text, maxLength);
  const checked = keepSpaces ? composed : composed.trim();
  // Code points, as PostgreSQL counts them.
  const length = Array.from(checked).length;
  if (length < 1) throw refused('text_empty', { field });
  if (length > maxLength) throw refused('text_too_long', { field, length, maxLength });
  const problem = textProblem(checked);
  if (problem !== undefined) throw refused('text_unusable', { field, problem });
  return checked;
}
