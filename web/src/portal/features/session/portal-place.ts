import { getSession } from '@vezne/contract/portal/session';
import { api } from '../../../shared/api/api.ts';
import { LinkIntro } from './link-intro.tsx';
import type { SignInPlace } from '../../../shared/session/sign-in-place.ts';

/** People of partners come in by their address; a new one by an invitation. */
export const PORTAL_PLACE: SignInPlace = {
  loginKind: 'email',
  readSession: async (signal) => await api(getSession, {}, { signal }),
  doorCalls: async () => (await import('./door-calls.ts')).doorCalls,
  LinkIntro,
};
