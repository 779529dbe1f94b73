import { ROW_ID } from '@vezne/domain/row-id';
import { z } from 'zod';
import { requiredAs } from '../fields/field-problems.ts';
import { boundedText } from '../fields/text.ts';

/** What is typed as one's handle. Whether it is one is not said here: a wrong form is answered like an unknown handle. */
export const typedHandle = boundedText({ minLength: 1, maxLength: 64 });

/** A password that exists. Its rules were checked when it was set. */
export const typedPassword = boundedText({ minLength: 1, maxLength: 256 });

export const PASSWORD_MIN_LENGTH = 12;

/** A new password: its length alone. The server also refuses what is easy to guess (password_weak). */
export const newPassword = boundedText({ minLength: PASSWORD_MIN_LENGTH, maxLength: 256 });

/** Apps show a code in two groups, and people type the blank between them. */
export const oneTimeCode = z
  .string({ error: requiredAs('a string') })
  .max(16, 'must be 6 digits')
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .regex(/^[0-9]{6}$/, 'must be 6 digits');

/** Capitals, blanks and dashes don't matter; the server strips them. */
export const recoveryCode = boundedText({ minLength: 1, maxLength: 64 });

/** The part of an address after `#` that an administrator hands over. */
export const enrolmentToken = z
  .string({ error: requiredAs('a string') })
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 43 letters and digits');

export const passkeyName = boundedText({ minLength: 1, maxLength: 64 });

/** A moment, as text in UTC. */
export const moment = z.iso.datetime();

/** A day in Turkey: from its midnight to the next one. */
export const day = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/)
  .refine((text) => {
    const at = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  }, 'must be a day such as 2026-03-01');

export const rowId = z.string().regex(ROW_ID);

const base64url = z
  .string({ error: requiredAs('a string') })
  .max(8_192, 'is too long')
  .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url');

/** What a browser is given to ask for a passkey. It goes to the browser's own function as it is. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

/** What a browser answers with a passkey (AuthenticationResponseJSON). */
export const passkeyAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

/** What a browser answers when it has made a passkey (RegistrationResponseJSON). */
export const newPasskeyAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
});
