import { isPrintableAscii, normalizeText, textProblem } from '@vezne/domain/text';
import type { TextProblem } from '@vezne/domain/text';
import { z } from 'zod';
import { requiredAs } from './field-problems.ts';

type TextLength = {
  readonly minLength: number;
  readonly maxLength: number;
};

const CHARACTER_PROBLEMS: Readonly<Record<TextProblem, string>> = {
  lone_surrogate: 'must not contain a lone surrogate',
  control_character: 'must not contain control characters or line breaks',
  format_character: 'must not contain invisible or direction-changing characters',
  private_use_character: 'must not contain private-use characters',
  not_nfc: 'must be in Unicode normalisation form C',
};

/**
 * Text for people: converted to NFC, then checked. Lengths count Unicode code points of the result, so a name of 128
 * letters always fits; zod's own min and max would count UTF-16 units. JSON Schema counts code points too, so the published
 * lengths mean the same.
 */
export function boundedText({ minLength, maxLength }: TextLength) {
  return z
    .string({ error: requiredAs('a string') })
    .overwrite((text) => normalizeText(text, maxLength))
    .superRefine((text, context) => {
      const problem = lengthProblem(text, { minLength, maxLength }) ?? characterProblem(text);
      if (problem !== undefined) {
        context.addIssue({ code: 'custom', message: problem });
      }
    })
    .meta({ minLength, maxLength });
}

/** ASCII only, because the reference is printed in logs, put into addresses and typed by operators. */
const EXTERNAL_REFERENCE_MAX_LENGTH = 128;

/** The partner's own name for a transaction. */
export const externalReference = z
  .string({ error: requiredAs('a string') })
  .superRefine((text, context) => {
    const problem =
      lengthProblem(text, { minLength: 1, maxLength: EXTERNAL_REFERENCE_MAX_LENGTH }) ??
      (isPrintableAscii(text) ? undefined : 'must be printable ASCII without a space at either end');
    if (problem !== undefined) {
      context.addIssue({ code: 'custom', message: problem });
    }
  })
  .meta({
    minLength: 1,
    maxLength: EXTERNAL_REFERENCE_MAX_LENGTH,
    // Only for the published schema; a test compares it with the rule above.
    pattern: '^[!-~]([ -~]*[!-~])?$',
    description:
      'Your own, unique name for this transaction. The same reference never creates a second one, so it makes a retry safe. Printable ASCII.',
  });

function lengthProblem(text: string, { minLength, maxLength }: TextLength): string | undefined {
  const length = codePointCount(text);
  if (length < minLength) {
    return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`;
  }
  return length > maxLength ? `must have at most ${maxLength} characters` : undefined;
}

function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) {
    count++;
  }
  return count;
}

function characterProblem(text: string): string | undefined {
  const problem = textProblem(text);
  return problem === undefined ? undefined : CHARACTER_PROBLEMS[problem];
}
