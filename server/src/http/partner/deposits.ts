import * as contract from '@vezne/contract/partner/deposits';
import { redirectHost } from '@vezne/contract/fields/redirect-url';
import type { FastifyInstance } from 'fastify';
import { createDeposit, depositIdentity } from '../../usecases/deposits/create.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import { createRoute } from './create-route.ts';
import { depositResponse } from './creation-response.ts';

export function depositRoutes(app: FastifyInstance, parts: ApiDependencies): void {
  const { config, services } = parts;
  const isDevelopment = config.environment === 'development';
  createRoute(app, parts, {
    type: 'deposit',
    route: contract.createDeposit,
    body: contract.depositCreateRequest({ allowLoopbackHttp: isDevelopment }),
    identityOfBody: contract.depositIdentity,
    identify: (partner, { amount, ...identity }) =>
      depositIdentity(partner, { ...identity, amountCents: amount }),
    create: async ({ partner, view, isAbandoned }, { amount, ...body }) =>
      await createDeposit(services, {
        partner,
        view,
        isAbandoned,
        request: { ...body, amountCents: amount, redirectHost: redirectHost(body.redirectUrl) },
      }),
    answer: ({ stored }) =>
      depositResponse(stored, { publicUrl: config.publicUrl, pageTokens: services.pageTokens }),
  });
}
