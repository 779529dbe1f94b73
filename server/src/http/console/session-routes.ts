import { getSession } from '@vezne/contract/console/session';
import type { SignedInSession } from '@vezne/contract/console/session';
import { PERMISSIONS, can } from '@vezne/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { currentSession } from '../../usecases/sign-in/current-session.ts';
import type { StaffSession } from '../../usecases/staff/signed-in.ts';
import { ownSessionRoutes, stepUpMethodsOf } from '../signed-in/session-routes.ts';
import { knownEndReason } from '../signed-in/sign-in-error.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { consoleRoute } from './route.ts';

/** Who is signed in, what proves that it is still them, and where else they are. */
export function sessionRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { signIn: context, environment, cookies } = dependencies;
  consoleRoute(app, dependencies, getSession, async ({ request }) => {
    const token = cookies.tokenIn(request, 'session');
    const found = token === undefined ? undefined : await currentSession(context, token);
    if (found?.state === 'current') return shownSession(dependencies, found.session);
    const endReason = found?.state === 'ended' ? knownEndReason(found.reason) : null;
    return { state: 'signed_out' as const, environment, endReason };
  });
  ownSessionRoutes(app, dependencies);
}

function shownSession(
  dependencies: ConsoleDependencies,
  { person, mustEnrol, expiresAt, stepUpUntil }: StaffSession,
): SignedInSession {
  const { id, handle, name, roles } = person;
  return {
    state: 'signed_in',
    environment: dependencies.environment,
    person: { id, handle, name, roles },
    permissions: PERMISSIONS.filter((permission) => can({ roles }, permission)),
    mustEnrol,
    endsAt: expiresAt.toISOString(),
    stepUpUntil: stepUpUntil?.toISOString() ?? null,
    stepUpMethods: stepUpMethodsOf(dependencies, person),
  };
}
