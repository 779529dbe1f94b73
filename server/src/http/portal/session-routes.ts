import type { StepUpMethod } from '@vezne/contract/sign-in/session';
import { getSession } from '@vezne/contract/portal/session';
import type { SignedInSession } from '@vezne/contract/portal/session';
import { LOOK_PERMISSIONS, PARTNER_PERMISSIONS, partnerCan } from '@vezne/domain/partner-permissions';
import type { FastifyInstance } from 'fastify';
import type { PortalSession } from '../../usecases/partner-people/signed-in.ts';
import { currentSession } from '../../usecases/sign-in/current-session.ts';
import { ownSessionRoutes, stepUpMethodsOf } from '../signed-in/session-routes.ts';
import { knownEndReason } from '../signed-in/sign-in-error.ts';
import type { PortalDependencies } from './dependencies.ts';
import { portalRoute } from './route.ts';

/** Who is signed in, what proves that it is still them, and where else they are. */
export function sessionRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context, environment, cookies } = dependencies;
  portalRoute(app, dependencies, getSession, async ({ request }) => {
    const token = cookies.tokenIn(request, 'session');
    const found = token === undefined ? undefined : await currentSession(context, token);
    if (found?.state === 'current') return shownSession(dependencies, found.session);
    const endReason = found?.state === 'ended' ? knownEndReason(found.reason) : null;
    return { state: 'signed_out' as const, environment, endReason };
  });
  ownSessionRoutes(app, dependencies);
}

function shownSession(
  dependencies: PortalDependencies,
  { person, mustEnrol, expiresAt, stepUpUntil }: PortalSession,
): SignedInSession {
  const { id, handle: email, name, roles, partnerId, partnerName, isLook = false } = person;
  return {
    state: 'signed_in',
    environment: dependencies.environment,
    partner: { id: partnerId, name: partnerName },
    person: { id, email, name, roles },
    permissions: PARTNER_PERMISSIONS.filter((permission) =>
      isLook ? LOOK_PERMISSIONS.includes(permission) : partnerCan({ roles }, permission),
    ),
    look: isLook ? { until: expiresAt.toISOString() } : null,
    mustEnrol,
    endsAt: expiresAt.toISOString(),
    stepUpUntil: stepUpUntil?.toISOString() ?? null,
    stepUpMethods: isLook ? [] : portalProofs(stepUpMethodsOf(dependencies, person)),
  };
}

/** The database lets a proof count only of a factor, for whoever has one. So a password, in development, is for those who have none. */
function portalProofs(methods: StepUpMethod[]): StepUpMethod[] {
  return methods.length > 1 ? methods.filter((method) => method !== 'password') : methods;
}
