import { getSession } from '@vezne/contract/console/session';
import { enrol, lookAtEnrolment } from '@vezne/contract/sign-in/enrolment';
import { signIn } from '@vezne/contract/sign-in/sign-in';
import { api } from '../../../shared/api/api.ts';
import type { SignInPlace } from '../../../shared/session/sign-in-place.ts';

/** Our own people come in by a handle; a new one by an administrator's link. */
export const CONSOLE_PLACE: SignInPlace = {
  loginKind: 'handle',
  readSession: async (signal) => await api(getSession, {}, { signal }),
  signIn: async ({ login, password }) => await api(signIn, { body: { handle: login, password } }),
  lookAtLink: async (token) => {
    const { handle, ...others } = await api(lookAtEnrolment, { body: { token } });
    return { login: handle, ...others };
  },
  acceptLink: async (typed) => await api(enrol, { body: typed }),
};
