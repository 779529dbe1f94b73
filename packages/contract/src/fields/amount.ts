import { parseAmount } from '@vezne/domain/money';
import { z } from 'zod';
import { requiredAs } from './field-problems.ts';

/** A requested amount: a decimal string on the wire, Cents inside. */
export const requestAmount = z
  .string({ error: requiredAs('a string such as "1000.00", not a number') })
  // Only published (and with [0-9], since \d takes other scripts' digits in some validators); parseAmount is the rule.
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
 * The currency as far as it identifies a transaction: one that we don't take must still be found to differ from that of
 * an existing reference.
 */
export const currencyIdentity = z.string();

/** An amount in an answer: a JSON integer in minor units. */
export const wireCents = z.int();
