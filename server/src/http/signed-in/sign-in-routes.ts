import { enrol } from '@vezne/contract/sign-in/enrolment';
import {
  passkeySignInOptions,
  signInWithCode,
  signInWithPasskey,
  signInWithRecoveryCode,
} from '@vezne/contract/sign-in/sign-in';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../usecases/sign-in/context.ts';
import * as enrolment from '../../usecases/sign-in/enrolment.ts';
import type { OpenedSession } from '../../usecases/sign-in/open-session.ts';
import * as passkeys from '../../usecases/sign-in/passkey-sign-in.ts';
import * as secondFactor from '../../usecases/sign-in/second-factor.ts';
import type { PasswordStep } from '../../usecases/sign-in/sign-in.ts';
import { surfaceRoute } from './route.ts';
import { SignInError } from './sign-in-error.ts';
import type { Surface } from './surface.ts';

/** Each question to a passkey is a row, and unlike a guess it is counted nowhere else. */
const QUESTIONS_PER_SECOND = 20;

/** The steps after a name and a password, and the end of a link. The first step names people as the place does, and is its own. */
export function signInRoutes(app: FastifyInstance, surface: Surface): void {
  const { signIn: context, cookies } = surface;
  surfaceRoute(app, surface, signInWithCode, async ({ body, caller, request, reply }) =>
    signedIn(
      surface,
      reply,
      await secondFactor.signInWithCode(context, { ...body, ...secondStep(surface, request, caller) }),
    ),
  );
  surfaceRoute(app, surface, signInWithRecoveryCode, async ({ body, caller, request, reply }) =>
    signedIn(
      surface,
      reply,
      await secondFactor.signInWithRecoveryCode(context, {
        ...body,
        ...secondStep(surface, request, caller),
      }),
    ),
  );
  surfaceRoute(app, surface, passkeySignInOptions, async ({ caller, request, reply }) => {
    const { isAllowed } = surface.networkLimiter.take(`passkey ${caller.network}`, QUESTIONS_PER_SECOND);
    if (!isAllowed) throw new SignInError('rate_limited');
    const asked = await passkeys.askForPasskey(context, cookies.tokenIn(request, 'attempt'));
    cookies.set(reply, 'attempt', asked.attemptToken);
    return { options: { ...asked.options } };
  });
  surfaceRoute(app, surface, signInWithPasskey, async ({ body, caller, request, reply }) =>
    signedIn(
      surface,
      reply,
      await passkeys.signInWithPasskey(context, { ...body, ...secondStep(surface, request, caller) }),
    ),
  );
  surfaceRoute(app, surface, enrol, async ({ body, caller, request, reply }) => {
    const replaced = cookies.tokenIn(request, 'session');
    return signedIn(surface, reply, await enrolment.enrol(context, { ...body, caller, replaced }));
  });
}

function secondStep({ cookies }: Surface, request: FastifyRequest, caller: Caller): secondFactor.SecondStep {
  return {
    attemptToken: cookies.tokenIn(request, 'attempt'),
    replaced: cookies.tokenIn(request, 'session'),
    caller,
  };
}

/** The answer to a name and a password. */
export function passwordTaken(surface: Surface, reply: FastifyReply, step: PasswordStep) {
  if (step.next === 'session') return signedIn(surface, reply, step.session);
  surface.cookies.set(reply, 'attempt', step.attemptToken);
  return { next: 'second_factor' as const, methods: step.methods };
}

function signedIn(
  { cookies }: Surface,
  reply: FastifyReply,
  { token, isEnrolling }: OpenedSession,
): { next: 'signed_in' | 'enrol' } {
  cookies.set(reply, 'session', token);
  cookies.clear(reply, 'attempt');
  return { next: isEnrolling ? 'enrol' : 'signed_in' };
}
