import { enrol, lookAtEnrolment } from '@vezne/contract/console/enrolment';
import {
  passkeySignInOptions,
  signIn,
  signInWithCode,
  signInWithPasskey,
  signInWithRecoveryCode,
} from '@vezne/contract/console/sign-in';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../usecases/sign-in/context.ts';
import * as enrolment from '../../usecases/sign-in/enrolment.ts';
import type { OpenedSession } from '../../usecases/sign-in/open-session.ts';
import * as passkeys from '../../usecases/sign-in/passkey-sign-in.ts';
import * as secondFactor from '../../usecases/sign-in/second-factor.ts';
import { signInWithPassword } from '../../usecases/sign-in/sign-in.ts';
import { ConsoleError } from './console-error.ts';
import { clearCookie, setCookie, tokenIn } from './cookies.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { consoleRoute } from './route.ts';

/** Each question to a passkey is a row, and unlike a guess it is counted nowhere else. */
const QUESTIONS_PER_SECOND = 20;

/** The door: everything that somebody may ask who is not signed in. */
export function signInRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const context = dependencies.signIn;
  consoleRoute(app, dependencies, signIn, async ({ body, caller, request, reply }) => {
    const replaced = tokenIn(request, 'session');
    const step = await signInWithPassword(context, { ...body, caller, replaced });
    if (step.next === 'session') return signedIn(reply, step.session);
    setCookie(reply, 'attempt', step.attemptToken);
    return { next: 'second_factor' as const, methods: step.methods };
  });
  consoleRoute(app, dependencies, signInWithCode, async ({ body, caller, request, reply }) =>
    signedIn(reply, await secondFactor.signInWithCode(context, { ...body, ...secondStep(request, caller) })),
  );
  consoleRoute(app, dependencies, signInWithRecoveryCode, async ({ body, caller, request, reply }) =>
    signedIn(
      reply,
      await secondFactor.signInWithRecoveryCode(context, { ...body, ...secondStep(request, caller) }),
    ),
  );
  consoleRoute(app, dependencies, passkeySignInOptions, async ({ caller, request, reply }) => {
    const { isAllowed } = dependencies.networkLimiter.take(`passkey ${caller.network}`, QUESTIONS_PER_SECOND);
    if (!isAllowed) throw new ConsoleError('rate_limited');
    const asked = await passkeys.askForPasskey(context, tokenIn(request, 'attempt'));
    setCookie(reply, 'attempt', asked.attemptToken);
    return { options: { ...asked.options } };
  });
  consoleRoute(app, dependencies, signInWithPasskey, async ({ body, caller, request, reply }) =>
    signedIn(reply, await passkeys.signInWithPasskey(context, { ...body, ...secondStep(request, caller) })),
  );
  consoleRoute(app, dependencies, lookAtEnrolment, async ({ body, caller }) => ({
    ...(await enrolment.lookAtEnrolment(context, { ...body, caller })),
    needsSecondFactor: context.isSecondFactorRequired,
  }));
  consoleRoute(app, dependencies, enrol, async ({ body, caller, request, reply }) => {
    const replaced = tokenIn(request, 'session');
    return signedIn(reply, await enrolment.enrol(context, { ...body, caller, replaced }));
  });
}

function secondStep(request: FastifyRequest, caller: Caller): secondFactor.SecondStep {
  return { attemptToken: tokenIn(request, 'attempt'), replaced: tokenIn(request, 'session'), caller };
}

function signedIn(
  reply: FastifyReply,
  { token, isEnrolling }: OpenedSession,
): { next: 'signed_in' | 'enrol' } {
  setCookie(reply, 'session', token);
  clearCookie(reply, 'attempt');
  return { next: isEnrolling ? 'enrol' : 'signed_in' };
}
