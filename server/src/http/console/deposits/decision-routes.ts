import * as contract from '@vezne/contract/console/deposit-decisions';
import type { DecisionAnswer } from '@vezne/contract/console/decisions';
import type { FastifyInstance } from 'fastify';
import type { Decision } from '../../../usecases/decisions/decision.ts';
import { correctDeposit } from '../../../usecases/deposits/correct.ts';
import { approveDeposit, confirmOnBehalf, rejectDeposit } from '../../../usecases/deposits/decide.ts';
import { holdDeposit, unholdDeposit } from '../../../usecases/deposits/hold.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { inputOf, pressOf, shownDecided } from '../press.ts';
import type { ConsoleInput } from '../press.ts';
import { consoleRoute } from '../route.ts';
import { shownClaim } from './shown.ts';

/** Decisions on one deposit, and who has it open. */
export function depositDecisionRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { desk } = dependencies;

  async function decide(
    input: ConsoleInput,
    make: (input: ConsoleInput) => Decision,
  ): Promise<DecisionAnswer> {
    return shownDecided(await desk.decide({ ...make(input), actor: input.actor }));
  }

  consoleRoute(app, dependencies, contract.approveDeposit, async (call) => {
    const { actualAmount, bankAccountId, bankReference, senderSeen, isReferenceUsedBefore } = call.body;
    const sighting = { bankReference, senderSeen, isReferenceUsedBefore };
    return await decide(inputOf(call, 'approve'), (input) =>
      approveDeposit({ ...input, actualCents: actualAmount, bankAccountId, ...sighting }),
    );
  });
  consoleRoute(app, dependencies, contract.rejectDeposit, async (call) => {
    const { reason, moneySeen } = call.body;
    const { amount, bankAccountId, ...sighting } = moneySeen ?? {};
    const seen =
      amount === undefined || bankAccountId === undefined ? null : { amountCents: amount, bankAccountId };
    return await decide(inputOf(call, 'reject'), (input) =>
      rejectDeposit({
        ...input,
        reasonCode: reason,
        moneySeen: moneySeen === undefined ? undefined : seen,
        ...sighting,
      }),
    );
  });
  consoleRoute(
    app,
    dependencies,
    contract.confirmDepositOnBehalf,
    async (call) => await decide(inputOf(call, 'confirm_on_behalf'), confirmOnBehalf),
  );
  consoleRoute(app, dependencies, contract.holdDeposit, async (call) => {
    const { until, reason } = call.body;
    return await decide(inputOf(call, 'hold'), (input) =>
      holdDeposit({ ...input, until: new Date(until), reason }),
    );
  });
  consoleRoute(
    app,
    dependencies,
    contract.unholdDeposit,
    async (call) => await decide(inputOf(call, 'unhold'), unholdDeposit),
  );
  consoleRoute(app, dependencies, contract.correctDeposit, async (call) => {
    const { actualAmount, bankAccountId } = call.body;
    return await decide(inputOf(call, 'correct'), (input) =>
      correctDeposit({ ...input, actualCents: actualAmount, bankAccountId }),
    );
  });
  consoleRoute(app, dependencies, contract.enterLateMoney, async ({ session, id, body }) => {
    const { decisionId: _, amount: amountCents, ...money } = body;
    const actor = personOf(session);
    const press = pressOf(body, 'confirm_on_behalf');
    return {
      id: await desk.enterLateMoney({ ...money, transactionId: id, press, amountCents, actor }),
    };
  });
  consoleRoute(app, dependencies, contract.claimDeposit, async ({ session, id, body }) => {
    const actor = personOf(session);
    const attempt = { transactionId: id, actor, takeOver: body.takeOver };
    return { claim: shownClaim(await desk.open(attempt), actor) };
  });
  consoleRoute(app, dependencies, contract.releaseDeposit, async ({ session, id }) => {
    await desk.close({ transactionId: id, actor: personOf(session) });
    return {};
  });
}
