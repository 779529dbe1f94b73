import { normalizeText, textProblem } from '@vezne/domain/text';
import type { TextProblem } from '@vezne/domain/text';
import { AdminError } from './admin-error.ts';

const PROBLEMS: Readonly<Record<TextProblem, string>> = {
  lone_surrogate: 'half of a character',
  control_character: 'a control character or a line break',
  format_character: 'an invisible or direction-changing character',
  private_use_character: 'a character without an agreed appearance',
  not_nfc: 'a character in an unusual composition',
};

/** A name in composed form without spaces around it, or an error that says what is wrong with it. */
export function checkedText(label: string, text: string, { maxLength }: { maxLength: number }): string {
  const checked = normalizeText(text).trim();
  const problem = textProblem(checked);
  if (problem !== undefined)
    throw new AdminError(`${label} contains ${PROBLEMS[problem]}. Type it again without it.`);
  // Code points, as PostgreSQL counts them.
  const length = Array.from(checked).length;
  if (length < 1) throw new AdminError(`${label} is empty. Give at least one letter.`);
  if (length > maxLength)
    throw new AdminError(`${label} has ${length} characters. Shorten it to ${maxLength}.`);
  return checked;
}
