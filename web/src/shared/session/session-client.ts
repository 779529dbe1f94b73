import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { createQueryClient } from '../api/query-client.ts';
import { SESSION_KEY } from './session.ts';
import type { Session } from './any-session.ts';

/** Whatever call learns that the session is over, the whole page learns it. */
export function createSessionClient(): QueryClient {
  const client = createQueryClient((error) => {
    if (!(error instanceof ApiError)) return;
    if (error.code === 'enrolment_required') void client.invalidateQueries({ queryKey: SESSION_KEY });
    if (error.code !== 'session_ended' && error.code !== 'sign_in_required') return;
    client.setQueryData<Session>(SESSION_KEY, (session) => ({
      state: 'signed_out',
      environment: session?.environment ?? 'production',
      endReason: error.body?.reason ?? null,
    }));
  });
  return client;
}
