import {
  endSession,
  listSessions,
  passkeyStepUpOptions,
  signOut,
  stepUp,
  stepUpWithPasskey,
} from '@vezne/contract/sign-in/session';
import type { StepUpMethod } from '@vezne/contract/sign-in/session';
import { sessionOver } from '@vezne/domain/console-session';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SignInPerson } from '../../usecases/sign-in/context.ts';
import { endOwnSession, signOut as endOwn } from '../../usecases/sign-in/end-session.ts';
import * as proof from '../../usecases/sign-in/step-up.ts';
import { surfaceRoute } from './route.ts';
import type { Surface } from './surface.ts';

/** What proves that it is still the same person, and where else they are. */
export function ownSessionRoutes(app: FastifyInstance, surface: Surface): void {
  const { signIn: context, cookies } = surface;
  surfaceRoute(app, surface, signOut, async ({ session, caller, reply }) => {
    await endOwn(context, session, caller);
    cookies.clear(reply, 'session');
    return {};
  });
  surfaceRoute(app, surface, stepUp, async ({ session, caller, body, reply }) =>
    steppedUp(
      surface,
      reply,
      'code' in body
        ? await proof.stepUpWithCode(context, session, { code: body.code, caller })
        : await proof.stepUpWithPassword(context, session, { password: body.password, caller }),
    ),
  );
  surfaceRoute(app, surface, passkeyStepUpOptions, async ({ session }) => ({
    options: { ...(await proof.askToStepUp(context, session)) },
  }));
  surfaceRoute(app, surface, stepUpWithPasskey, async ({ session, caller, body, reply }) =>
    steppedUp(surface, reply, await proof.stepUpWithPasskey(context, session, { ...body, caller })),
  );
  surfaceRoute(app, surface, listSessions, async ({ session }) => {
    const open = await context.store.listOpenSessions(session.person);
    const nowMs = context.clock.nowMs();
    return {
      sessions: open
        .filter((one) => sessionOver(one, nowMs) === undefined)
        .map(({ id, createdAt, lastSeenAt, address, userAgent }) => ({
          id,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          address: address === '::' ? null : address,
          userAgent,
          isCurrent: id === session.id,
        })),
    };
  });
  surfaceRoute(app, surface, endSession, async ({ session, caller, id, reply }) => {
    await endOwnSession(context, session, { ended: id, caller });
    if (id === session.id) cookies.clear(reply, 'session');
    return {};
  });
}

/** With what somebody can prove that it is them. A password counts in development alone. */
export function stepUpMethodsOf({ signIn }: Surface, person: SignInPerson): StepUpMethod[] {
  const methods: StepUpMethod[] = [];
  if (person.hasPasskey) methods.push('passkey');
  if (person.hasTotp) methods.push('code');
  if (!signIn.isSecondFactorRequired) methods.push('password');
  return methods;
}

function steppedUp(
  { cookies }: Surface,
  reply: FastifyReply,
  { token, until }: proof.SteppedUp,
): { stepUpUntil: string } {
  cookies.set(reply, 'session', token);
  return { stepUpUntil: until.toISOString() };
}
