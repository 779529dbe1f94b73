import * as contract from '@vezne/contract/partner/withdrawals';
import type { FastifyInstance } from 'fastify';
import { createWithdrawal, withdrawalIdentity } from '../../usecases/withdrawals/create.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import { createRoute } from './create-route.ts';
import { withdrawalResponse } from './creation-response.ts';

export function withdrawalRoutes(app: FastifyInstance, parts: ApiDependencies): void {
  const { services } = parts;
  createRoute(app, parts, {
    type: 'withdrawal',
    route: contract.createWithdrawal,
    body: contract.withdrawalCreateRequest,
    identityOfBody: contract.withdrawalIdentity,
    identify: (partner, { amount, withdrawalAccount, ...identity }) =>
      withdrawalIdentity(partner, { ...identity, amountCents: amount, account: withdrawalAccount }),
    create: async ({ partner, view, isAbandoned }, { amount, withdrawalAccount, ...body }) =>
      await createWithdrawal(services, {
        partner,
        view,
        isAbandoned,
        request: {
          ...body,
          amountCents: amount,
          account: {
            bankName: withdrawalAccount.bankName,
            holderName: withdrawalAccount.accountHolderName,
            iban: withdrawalAccount.iban,
          },
        },
      }),
    answer: ({ stored }) => withdrawalResponse(stored),
  });
}
