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

  constructor(code: PortalErrorCode, retryAfterSeconds?: number) {
    const extras = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    super({
      status: PORTAL_ERRORS[code].status,
      code,
      text: PORTAL_ERRORS[code].error,
      extras,
      retryAfterSeconds,
    });
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

/** Refusals of use cases that the portal shares with administrators. */
type SharedRefusalCode =
  | 'actor_name_letters'
  | 'network_invalid'
  | 'network_not_whole'
  | 'endpoint_disabled'
  | 'endpoint_not_active'
  | 'webhook_test_open'
  | 'webhook_tests_too_often'
  | 'no_worker_alive';

type AnsweredCode = SignInAnswered | PortalRefusalCode | SharedRefusalCode;

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
  too_many_credentials: () => new PortalError('too_many_credentials'),
  no_sealing_key: () => new PortalError('not_ready'),
  credential_not_found: notFound,
  network_invalid: ({ text }) => wrongField('networks', `${text} is no address and no network`),
  network_not_whole: ({ text, network }) => wrongField('networks', `${text} lies inside ${network}`),
  network_request_open: () => new PortalError('network_request_open'),
  too_many_networks: () => new PortalError('too_many_networks'),
  network_request_not_found: notFound,
  network_request_over: () => new PortalError('request_over'),
  network_request_own: () => new PortalError('own_request'),
  network_request_not_own: () => new PortalError('not_own_request'),
  partner_endpoint_not_found: notFound,
  endpoint_disabled: () => new PortalError('endpoint_disabled'),
  endpoint_not_active: () => new PortalError('endpoint_not_active'),
  webhook_test_open: () => new PortalError('webhook_test_open'),
  webhook_tests_too_often: ({ waitSeconds }) => new PortalError('webhook_tests_too_often', waitSeconds),
  no_worker_alive: () => new PortalError('no_worker_alive'),
  event_not_resendable: () => new PortalError('event_not_resendable'),
  month_not_closed: () => new PortalError('month_not_closed'),
  day_to_come: () => new PortalError('day_to_come'),
  too_many_statements: () => new PortalError('too_many_statements'),
  statement_not_found: notFound,
  statement_not_ready: () => new PortalError('statement_not_ready'),
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
