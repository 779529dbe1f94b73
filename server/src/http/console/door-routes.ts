import { lookAtEnrolment } from '@vezne/contract/sign-in/enrolment';
import { signIn } from '@vezne/contract/sign-in/sign-in';
import type { FastifyInstance } from 'fastify';
import * as enrolment from '../../usecases/sign-in/enrolment.ts';
import { signInWithPassword } from '../../usecases/sign-in/sign-in.ts';
import { passwordTaken, signInRoutes } from '../signed-in/sign-in-routes.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { consoleRoute } from './route.ts';

/** The door: everything that somebody may ask who is not signed in. */
export function doorRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { signIn: context, cookies } = dependencies;
  consoleRoute(app, dependencies, signIn, async ({ body, caller, request, reply }) => {
    const replaced = cookies.tokenIn(request, 'session');
    const step = await signInWithPassword(context, { ...body, caller, replaced });
    return passwordTaken(dependencies, reply, step);
  });
  consoleRoute(app, dependencies, lookAtEnrolment, async ({ body, caller }) => ({
    ...(await enrolment.lookAtEnrolment(context, { ...body, caller })),
    needsSecondFactor: context.isSecondFactorRequired,
  }));
  signInRoutes(app, dependencies);
}
