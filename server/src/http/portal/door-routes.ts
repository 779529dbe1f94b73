import { lookAtInvitation, signIn } from '@vezne/contract/portal/sign-in';
import type { FastifyInstance } from 'fastify';
import * as invitations from '../../usecases/partner-people/look-at-invitation.ts';
import { signInWithPassword } from '../../usecases/sign-in/sign-in.ts';
import { passwordTaken, signInRoutes } from '../signed-in/sign-in-routes.ts';
import type { PortalDependencies } from './dependencies.ts';
import { portalRoute } from './route.ts';

/** The door: everything that somebody may ask who is not signed in. */
export function doorRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context, cookies } = dependencies;
  portalRoute(app, dependencies, signIn, async ({ body: { email, password }, caller, request, reply }) => {
    const replaced = cookies.tokenIn(request, 'session');
    const step = await signInWithPassword(context, { handle: email, password, caller, replaced });
    return passwordTaken(dependencies, reply, step);
  });
  portalRoute(app, dependencies, lookAtInvitation, async ({ body, caller }) => {
    const invitation = await invitations.lookAtInvitation(context, { ...body, caller });
    return { ...invitation, needsSecondFactor: context.isSecondFactorRequired };
  });
  signInRoutes(app, dependencies);
}
