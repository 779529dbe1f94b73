import { getSession } from '@vezne/contract/portal/session';
import { acceptInvitation, lookAtInvitation, signIn } from '@vezne/contract/portal/sign-in';
import { api } from '../../../shared/api/api.ts';
import type { SignInPlace } from '../../../shared/session/sign-in-place.ts';

/** People of partners come in by their address; a new one by an invitation. */
export const PORTAL_PLACE: SignInPlace = {
  loginKind: 'email',
  readSession: async (signal) => await api(getSession, {}, { signal }),
  signIn: async ({ login, password }) => await api(signIn, { body: { email: login, password } }),
  lookAtLink: async (token) => {
    const { email, ...others } = await api(lookAtInvitation, { body: { token } });
    return { login: email, ...others };
  },
  acceptLink: async (typed) => await api(acceptInvitation, { body: typed }),
};
