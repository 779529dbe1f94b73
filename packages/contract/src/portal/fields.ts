import { isPersonName } from '@vezne/domain/actor';
import { EMAIL_MAX_LENGTH, foldEmail, isEmail } from '@vezne/domain/email';
import { cents } from '@vezne/domain/money';
import { PARTNER_ROLES, inRoleOrder } from '@vezne/domain/partner-permissions';
import { z } from 'zod';
import { requiredAs } from '../fields/field-problems.ts';
import { boundedText } from '../fields/text.ts';

/** What is typed as one's address. Whether it is one is not said here: a wrong form is answered like an unknown address. */
export const typedEmail = boundedText({ minLength: 1, maxLength: EMAIL_MAX_LENGTH });

/** The address of somebody who is invited, in the form in which it is kept. */
export const newEmail = z
  .string({ error: requiredAs('a string') })
  .max(2 * EMAIL_MAX_LENGTH, 'is too long')
  .overwrite(foldEmail)
  .refine(isEmail, 'must be an e-mail address');

export const personName = boundedText({ minLength: 1, maxLength: 128 }).refine(
  isPersonName,
  'has letters that can be taken for others',
);

export const partnerRoles = z
  .array(z.enum(PARTNER_ROLES))
  .min(1, 'must have a role')
  .max(PARTNER_ROLES.length, 'has a role twice')
  .transform(inRoleOrder);

/** A moment in a query. */
export const typedMoment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-15T09:30:00Z' })
  .transform((text) => new Date(text));

/** Of a period whose end is before its beginning nothing could be shown. */
export const IN_ORDER = {
  check: ({ from, to }: { from?: Date | undefined; to?: Date | undefined }): boolean =>
    from === undefined || to === undefined || from <= to,
  problem: { path: ['to'], message: 'must not be before from' },
};

/** An amount in a query, in cents. */
export const typedCents = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,11})$/, 'must be a whole number of cents')
  .transform((text) => cents(BigInt(text)));
