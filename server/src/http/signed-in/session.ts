import type { SurfaceRoute } from '@vezne/contract/sign-in/route';
import type { FastifyRequest } from 'fastify';
import type { SignInPerson } from '../../usecases/sign-in/context.ts';
import { currentSession, noteActivity } from '../../usecases/sign-in/current-session.ts';
import type { CurrentSession } from '../../usecases/sign-in/current-session.ts';
import { SignInError, sessionEnded } from './sign-in-error.ts';
import type { Surface } from './surface.ts';

/** What is written is written by somebody who pressed something. */
export function isPress({ method, isRead }: SurfaceRoute): boolean {
  return method !== 'GET' && isRead !== true;
}

/** Who asks, if they may use the route. Undefined for a public one. */
export async function authorise<P extends SignInPerson, Route extends SurfaceRoute>(
  surface: Surface<P, Route>,
  route: Route,
  request: FastifyRequest,
): Promise<CurrentSession<P> | undefined> {
  if (route.permission === 'public') return undefined;
  const session = await sessionOf(surface, request);
  request.logFields = { ...surface.logFields(session.person), sessionId: session.id };
  refuseForbidden(surface, route, session);
  if (isPress(route)) surface.limitPresses?.(session.person);
  if (route.isPolled !== true) {
    const usesStepUp = route.stepUp && session.stepUpUntil !== null;
    await noteActivity(surface.signIn, session, { usesStepUp });
  }
  return session;
}

async function sessionOf<P extends SignInPerson, Route extends SurfaceRoute>(
  { signIn, cookies }: Surface<P, Route>,
  request: FastifyRequest,
): Promise<CurrentSession<P>> {
  const token = cookies.tokenIn(request, 'session');
  if (token === undefined) throw new SignInError('sign_in_required');
  const found = await currentSession(signIn, token);
  if (found.state === 'none') throw new SignInError('sign_in_required');
  if (found.state === 'ended') throw sessionEnded(found.reason);
  return found.session;
}

function refuseForbidden<P extends SignInPerson, Route extends SurfaceRoute>(
  surface: Surface<P, Route>,
  route: Route,
  { person, mustEnrol, stepUpUntil }: CurrentSession<P>,
): void {
  if (mustEnrol && route.whileEnrolling !== true) throw new SignInError('enrolment_required');
  if (!surface.isPermitted(person, route)) throw new SignInError('not_permitted');
  // Whoever sets up a first factor has nothing yet to step up with.
  if (route.stepUp && stepUpUntil === null && !mustEnrol) throw new SignInError('step_up_required');
}
