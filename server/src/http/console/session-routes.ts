import {
  endSession,
  getSession,
  listSessions,
  passkeyStepUpOptions,
  signOut,
  stepUp,
  stepUpWithPasskey,
} from '@vezne/contract/console/session';
import type { SignedInSession, StepUpMethod } from '@vezne/contract/console/session';
import { PERMISSIONS, can } from '@vezne/domain/permissions';
import { sessionOver } from '@vezne/domain/console-session';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { currentSession } from '../../usecases/sign-in/current-session.ts';
import type { StaffSession } from '../../usecases/staff/signed-in.ts';
import { endOwnSession, signOut as endOwn } from '../../usecases/sign-in/end-session.ts';
import * as proof from '../../usecases/sign-in/step-up.ts';
import { clearCookie, setCookie, tokenIn } from './cookies.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { consoleRoute } from './route.ts';

/** Who is signed in, what proves that it is still them, and where else they are. */
export function sessionRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { signIn: context, environment } = dependencies;
  consoleRoute(app, dependencies, getSession, async ({ request }) => {
    const token = tokenIn(request, 'session');
    const found = token === undefined ? undefined : await currentSession(context, token);
    return found?.state === 'current'
      ? shownSession(dependencies, found.session)
      : { state: 'signed_out' as const, environment };
  });
  consoleRoute(app, dependencies, signOut, async ({ session, caller, reply }) => {
    await endOwn(context, session, caller);
    clearCookie(reply, 'session');
    return {};
  });
  consoleRoute(app, dependencies, stepUp, async ({ session, caller, body, reply }) =>
    steppedUp(
      reply,
      'code' in body
        ? await proof.stepUpWithCode(context, session, { code: body.code, caller })
        : await proof.stepUpWithPassword(context, session, { password: body.password, caller }),
    ),
  );
  consoleRoute(app, dependencies, passkeyStepUpOptions, async ({ session }) => ({
    options: { ...(await proof.askToStepUp(context, session)) },
  }));
  consoleRoute(app, dependencies, stepUpWithPasskey, async ({ session, caller, body, reply }) =>
    steppedUp(reply, await proof.stepUpWithPasskey(context, session, { ...body, caller })),
  );
  consoleRoute(app, dependencies, listSessions, async ({ session }) => {
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
  consoleRoute(app, dependencies, endSession, async ({ session, caller, id, reply }) => {
    await endOwnSession(context, session, { ended: id, caller });
    if (id === session.id) clearCookie(reply, 'session');
    return {};
  });
}

function shownSession(
  { signIn: { isSecondFactorRequired }, environment }: ConsoleDependencies,
  { person, mustEnrol, expiresAt, stepUpUntil }: StaffSession,
): SignedInSession {
  const { id, handle, name, roles } = person;
  const methods: StepUpMethod[] = [];
  if (person.hasPasskey) methods.push('passkey');
  if (person.hasTotp) methods.push('code');
  if (!isSecondFactorRequired) methods.push('password');
  return {
    state: 'signed_in',
    environment,
    person: { id, handle, name, roles },
    permissions: PERMISSIONS.filter((permission) => can({ roles }, permission)),
    mustEnrol,
    endsAt: expiresAt.toISOString(),
    stepUpUntil: stepUpUntil?.toISOString() ?? null,
    stepUpMethods: methods,
  };
}

function steppedUp(reply: FastifyReply, { token, until }: proof.SteppedUp): { stepUpUntil: string } {
  setCookie(reply, 'session', token);
  return { stepUpUntil: until.toISOString() };
}
