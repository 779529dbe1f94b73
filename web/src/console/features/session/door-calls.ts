/** What only the door asks for. It comes with the door: whoever is in never needs it. */
import { enrol, lookAtEnrolment } from '@vezne/contract/sign-in/enrolment';
import { signIn } from '@vezne/contract/sign-in/sign-in';
import { api } from '../../../shared/api/api.ts';
import type { DoorCalls } from '../../../shared/session/sign-in-place.ts';

export const doorCalls: DoorCalls = {
  signIn: async ({ login, password }) => await api(signIn, { body: { handle: login, password } }),
  lookAtLink: async (token) => {
    const { handle, ...others } = await api(lookAtEnrolment, { body: { token } });
    return { login: handle, ...others };
  },
  acceptLink: async (typed) => await api(enrol, { body: typed }),
};
