import { fieldProblems } from '@vezne/contract/fields/field-problems';
import { referencedBody } from '@vezne/contract/partner/reference';
import type { PartnerRoute } from '@vezne/contract/partner/route';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { OutcomeUnknownError } from '../../db/errors.ts';
import type { Creation, CreationIdentity } from '../../usecases/transactions/create.ts';
import { conflictOr, replayOr } from '../../usecases/transactions/create.ts';
import { Refusal } from '../../usecases/refusal.ts';
import type { Partner } from '../../usecases/configuration/model.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import { readJsonBody } from './json-body.ts';
import { signedRoute } from './signed-route.ts';
import type { PartnerCall } from './signed-route.ts';

/** One kind of create call: how its body is read, what identifies it, what it does and how it is answered. */
export interface CreateKind<Body extends Referenced, Identity extends Referenced> {
  type: TransactionType;
  route: PartnerRoute;
  body: z.ZodType<Body>;
  identityOfBody: z.ZodType<Identity>;
  identify: (partner: Partner, identity: Identity) => CreationIdentity;
  create: (call: PartnerCall & { isAbandoned: () => boolean }, body: Body) => Promise<Creation>;
  answer: (creation: Creation) => unknown;
}

interface Referenced {
  externalReference: string;
}

export function createRoute<Body extends Referenced, Identity extends Referenced>(
  app: FastifyInstance,
  parts: ApiDependencies,
  kind: CreateKind<Body, Identity>,
): void {
  signedRoute(app, parts, kind.route, async (call) => {
    const creation = await createOrReplayFrom(parts, kind, call);
    const { request, reply } = call;
    const { id, type, externalReference } = creation.stored;
    request.subject = { type, externalReference, transactionId: id, isReplay: creation.isReplay };
    const answer = answerText(kind, creation);
    if (type === 'withdrawal') reply.raw.once('finish', () => parts.services.deliveredAnswers.confirm(id));
    if (creation.isReplay) reply.header('idempotent-replayed', 'true');
    reply.code(kind.route.successStatus).type('application/json; charset=utf-8').send(answer);
  });
}

/** The transaction exists by now: should it be impossible to write down, silence is better than an error. */
function answerText({ answer }: { answer: (creation: Creation) => unknown }, creation: Creation): string {
  try {
    return JSON.stringify({ transaction: answer(creation) });
  } catch (error) {
    throw new OutcomeUnknownError('An existing transaction could not be written down.', { cause: error });
  }
}

/**
 * Every way to refuse leads through the look-up of the reference. If the body says clearly which transaction it means, a
 * retry of something that exists is answered with success even if this version, or the administrators, would no longer
 * accept it as new. If only its reference can be read, a reference in use is a conflict, so that no other refusal is ever
 * taken for "free".
 */
async function createOrReplayFrom<Body extends Referenced, Identity extends Referenced>(
  parts: ApiDependencies,
  kind: CreateKind<Body, Identity>,
  call: PartnerCall,
): Promise<Creation> {
  const value = readJsonBody(call.request.raw, call.body);
  const body = kind.body.safeParse(value);
  const refusal =
    call.refusal ??
    (body.success ? undefined : new Refusal('invalid_request', { fields: fieldProblems(body.error) }));
  if (body.success && refusal === undefined) {
    call.request.subject = { type: kind.type, externalReference: body.data.externalReference };
    const { socket } = call.request.raw;
    return await kind.create({ ...call, isAbandoned: () => socket.destroyed }, body.data);
  }
  const identity = kind.identityOfBody.safeParse(value);
  const { creations } = parts.services;
  if (identity.success) {
    call.request.subject = { type: kind.type, externalReference: identity.data.externalReference };
    return await replayOr(creations, kind.identify(call.partner, identity.data), refusal);
  }
  const reference = referencedBody.safeParse(value);
  if (!reference.success) throw refusal ?? new Error('A valid body must have a valid identity.');
  const subject = { type: kind.type, externalReference: reference.data.externalReference };
  call.request.subject = subject;
  return await conflictOr(creations, { partnerId: call.partner.id, ...subject }, refusal);
}
