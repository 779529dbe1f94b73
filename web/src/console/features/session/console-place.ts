import { getSession } from '@vezne/contract/console/session';
import { api } from '../../../shared/api/api.ts';
import { LinkIntro } from './link-intro.tsx';
import type { SignInPlace } from '../../../shared/session/sign-in-place.ts';

/** Our own people come in by a handle; a new one by an administrator's link. */
export const CONSOLE_PLACE: SignInPlace = {
  loginKind: 'handle',
  readSession: async (signal) => await api(getSession, {}, { signal }),
  doorCalls: async () => (await import('./door-calls.ts')).doorCalls,
  LinkIntro,
};
