import { normalizeIban } from '@vezne/domain/iban';
import { z } from 'zod';
import { requiredAs } from './field-problems.ts';

/** An IBAN as a person may write it, converted to the one form in which we compare and store IBANs. */
export const ibanField = z
  .string({ error: requiredAs('a string') })
  .meta({
    description: 'Where the money goes. The check digits are verified, and spaces are allowed.',
    examples: ['TR33 0006 1005 1978 6457 8413 26'],
  })
  .transform((text, context) => {
    const iban = normalizeIban(text);
    if (iban === undefined) {
      context.addIssue('must be a valid IBAN');
      return z.NEVER;
    }
    return iban;
  });
