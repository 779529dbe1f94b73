import { getBalance } from '@vezne/contract/partner/balance';
import type { Balance } from '@vezne/contract/partner/balance';
import { toWireInteger } from '@vezne/domain/money';
import type { FastifyInstance } from 'fastify';
import type { ApiDependencies } from '../api-dependencies.ts';
import { sendBody } from './send-json.ts';
import { partnerRoute } from './signed-route.ts';

export function balanceRoutes(app: FastifyInstance, dependencies: ApiDependencies): void {
  partnerRoute(app, dependencies, getBalance, async ({ partner, reply }) => {
    const balance = await dependencies.services.partnerReads.balance(partner.id);
    const body: Balance = {
      currency: 'TRY',
      availableCents: toWireInteger(balance.availableCents),
      reservedCents: toWireInteger(balance.reservedCents),
      openWithdrawalsCents: toWireInteger(balance.openWithdrawalsCents),
    };
    sendBody(reply, body);
  });
}
