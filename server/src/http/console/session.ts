import type { ConsoleRoute } from '@vezne/contract/console/route';
import { can } from '@vezne/domain/permissions';
import type { FastifyRequest } from 'fastify';
import { currentSession, noteActivity } from '../../usecases/sign-in/current-session.ts';
import type { StaffSession } from '../../usecases/staff/signed-in.ts';
import { ConsoleError, sessionEnded } from './console-error.ts';
import { tokenIn } from './cookies.ts';
import type { ConsoleDependencies } from './dependencies.ts';

/** Who asks, if they may use the route. Undefined for a public one. */
export async function authorise(
  { signIn }: ConsoleDependencies,
  route: ConsoleRoute,
  request: FastifyRequest,
): Promise<StaffSession | undefined> {
  if (route.permission === 'public') return undefined;
  const session = await sessionOf({ signIn }, request);
  request.logFields = { staffId: session.person.id, sessionId: session.id };
  refuseForbidden(route, session);
  if (route.isPolled !== true) {
    const usesStepUp = route.stepUp && session.stepUpUntil !== null;
    await noteActivity(signIn, session, { usesStepUp });
  }
  return session;
}

async function sessionOf(
  { signIn }: Pick<ConsoleDependencies, 'signIn'>,
  request: FastifyRequest,
): Promise<StaffSession> {
  const token = tokenIn(request, 'session');
  if (token === undefined) throw new ConsoleError('sign_in_required');
  const found = await currentSession(signIn, token);
  if (found.state === 'none') throw new ConsoleError('sign_in_required');
  if (found.state === 'ended') throw sessionEnded(found.reason);
  return found.session;
}

function refuseForbidden(route: ConsoleRoute, { person, mustEnrol, stepUpUntil }: StaffSession): void {
  const { permission } = route;
  if (mustEnrol && route.whileEnrolling !== true) throw new ConsoleError('enrolment_required');
  const isPermitted =
    permission === 'public' ||
    permission === 'signed_in' ||
    can(person, permission) ||
    (route.isMaskable === true && can(person, 'read_masked'));
  if (!isPermitted) throw new ConsoleError('not_permitted');
  // Whoever sets up a first factor has nothing yet to step up with.
  if (route.stepUp && stepUpUntil === null && !mustEnrol) throw new ConsoleError('step_up_required');
}
