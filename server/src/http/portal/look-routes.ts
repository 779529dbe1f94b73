import { openLook } from '@vezne/contract/portal/look';
import type { FastifyInstance } from 'fastify';
import { openLook as open } from '../../usecases/partner-people/open-look.ts';
import type { PortalDependencies } from './dependencies.ts';
import { portalRoute } from './route.ts';

/** Where somebody of ours comes in with the link that the console gave them. */
export function lookRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context, cookies } = dependencies;
  portalRoute(app, dependencies, openLook, async ({ body: { token }, caller, request, reply }) => {
    const replaced = cookies.tokenIn(request, 'session');
    cookies.set(reply, 'session', await open(context, { token, replaced, caller }));
    return {};
  });
}
