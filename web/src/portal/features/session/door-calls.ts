/** What only the door asks for. It comes with the door: whoever is in never needs it. */
import { acceptInvitation, lookAtInvitation, signIn } from '@vezne/contract/portal/sign-in';
import { api } from '../../../shared/api/api.ts';
import type { DoorCalls } from '../../../shared/session/sign-in-place.ts';

export const doorCalls: DoorCalls = {
  signIn: async ({ login, password }) => await api(signIn, { body: { email: login, password } }),
  lookAtLink: async (token) => {
    const { email, partner, roles, ...others } = await api(lookAtInvitation, { body: { token } });
    const isTold = partner !== undefined && roles !== undefined;
    return { login: email, ...(isTold ? { invitedTo: { partner, roles } } : {}), ...others };
  },
  acceptLink: async (typed) => await api(acceptInvitation, { body: typed }),
};
