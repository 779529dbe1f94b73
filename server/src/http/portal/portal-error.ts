import { PORTAL_ERRORS } from '@vezne/contract/portal/errors';
import type { PortalErrorCode } from '@vezne/contract/portal/errors';
import { RefusedError } from '../../usecases/refusal.ts';
import type { PortalRefusalCode, Refusal, RefusalDetails } from '../../usecases/refusal.ts';
import { HttpError } from '../server/http-error.ts';
import type { SurfaceErrors } from '../server/http-error.ts';
import { SIGN_IN_ANSWERS, SignInError, commonProblem, expectedFailure } from '../signed-in/sign-in-error.ts';
import type { SignInAnswered } from '../signed-in/sign-in-error.ts';

/** What only the portal answers. */
class PortalError extends HttpError {
  override name = 'PortalError';

  constructor(code: PortalErrorCode) {
    super({ status: PORTAL_ERRORS[code].status, code, text: PORTAL_ERRORS[code].error });
  }
}

function wrongField(path: string, problem: string): SignInError {
  return new SignInError('invalid_request', { fields: [{ path, problem }] });
}

/**
 * There is nothing here under this address, or it is another partner's. Both are one answer, letter by letter: who asks must not learn which.
 */
export function notFound(): SignInError {
  return new SignInError('not_found');
}

type AnsweredCode = SignInAnswered | PortalRefusalCode | 'actor_name_letters';

/** The answer for each of them. A code without an entry does not compile. */
const ANSWERS: { readonly [Code in AnsweredCode]: (details: RefusalDetails[Code]) => HttpError } = {
  ...SIGN_IN_ANSWERS,
  email_taken: () => new PortalError('email_taken'),
  email_invalid: () => wrongField('email', 'must be an e-mail address'),
  actor_name_letters: () => wrongField('name', 'has letters that can be taken for others'),
  too_many_invitations: () => new PortalError('too_many_invitations'),
  last_owner: () => new PortalError('last_owner'),
  person_not_found: notFound,
  invitation_not_found: notFound,
};

function isAnswered(refusal: Refusal): refusal is Refusal<AnsweredCode> {
  return Object.hasOwn(ANSWERS, refusal.code);
}

function answerTo<Code extends AnsweredCode>({ code, details }: Refusal<Code>): HttpError {
  return ANSWERS[code](details);
}

export const portalErrors: SurfaceErrors = {
  expected(error) {
    if (!(error instanceof RefusedError)) return expectedFailure(error);
    return isAnswered(error.refusal) ? answerTo(error.refusal) : undefined;
  },
  outcomeUnknown: () => new SignInError('outcome_unknown'),
  common: commonProblem,
};
