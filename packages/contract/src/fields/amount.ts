import { parseAmount } from '@vezne/domain/money';
import { z } from 'zod';
import { requiredAs } from './field-problems.ts';

/** A requested amount: a decimal string in JSON, Cents inside. */
export const requestAmount = z
  .string({ error: requiredAs('a string such as "1000.00", not a number') })
  // Only for the published schema; parseAmount is the rule. With [0-9], because \d matches digits of other scripts in some
  // validators.
  .meta({
    pattern: '^[0-9]{1,10}\\.[0-9]{2}$',
    examples: ['1000.00'],
    description: 'A decimal string with exactly two fraction digits, greater than zero. Never a JSON number.',
  })
  .transform((text, context) => {
    const amountCents = parseAmount(text);
    if (amountCents === undefined) {
      context.addIssue('must be a decimal with two fraction digits, greater than zero, such as "1000.00"');
      return z.NEVER;
    }
    return amountCents;
  });

export const currency = z
  .literal('TRY', { error: (issue) => (issue.input === undefined ? 'is required' : 'must be "TRY"') })
  .meta({ description: 'Turkish lira.' });

/**
 * The currency, as part of what identifies a transaction. It accepts any text: a currency that we do not support must still
 * be seen to differ from that of an existing reference.
 */
export const currencyIdentity = z.string();

/** An amount in a response: a JSON integer in minor units. */
export const wireCents = z.int();
