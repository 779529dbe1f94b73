import { z } from 'zod';
import { requiredAs } from './field-problems.ts';
import { boundedText } from './text.ts';

/** The longest address that a mail server accepts (RFC 5321 leaves 254 of a path's 256). */
const EMAIL_MAX_LENGTH = 254;

/**
 * Empty, or one @ with something on both sides and no white space. We decide nothing by this address, so a stricter rule
 * could only turn players away.
 */
const EMAIL_PATTERN = /^$|^[^@\s]+@[^@\s]+$/;

const customerId = boundedText({ minLength: 1, maxLength: 64 }).meta({
  description: 'Your own identifier of the player. A returning player is shown the same bank account again.',
});

const object = { error: requiredAs('an object') };

/** The part of a customer that identifies a repeated request. */
export const customerIdentity = z.object({ id: customerId }, object);

export const customer = z.object(
  {
    ...customerIdentity.shape,
    username: boundedText({ minLength: 1, maxLength: 64 }).meta({
      description: 'The name under which the player signs in to your site.',
    }),
    fullName: boundedText({ minLength: 1, maxLength: 128 }).meta({
      description: 'First and last name as the bank knows them; operators compare them with the transfer.',
    }),
  },
  object,
);

/** Absent, null and empty all mean "none": the form libraries of partner sites send any of the three. */
const email = boundedText({ minLength: 0, maxLength: EMAIL_MAX_LENGTH })
  .regex(EMAIL_PATTERN, 'must be an e-mail address')
  .nullish()
  .transform((text) => (text === '' || text === undefined ? null : text))
  .meta({ description: 'Absent, null and empty all mean that there is none.' });

export const depositCustomer = z.object({ ...customer.shape, email }, object);
