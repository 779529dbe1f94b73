import type { DecisionAnswer } from '@vezne/contract/console/decisions';
import * as contract from '@vezne/contract/console/withdrawal-decisions';
import type { Cents } from '@vezne/domain/money';
import type { FastifyInstance } from 'fastify';
import { hasParts } from '../../../db/read/payouts/payout-parts.ts';
import type { Decision } from '../../../usecases/decisions/decision.ts';
import { correctWithdrawal, returnPayout } from '../../../usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '../../../usecases/withdrawals/decide.ts';
import { handOverWithdrawal, recordPart } from '../../../usecases/withdrawals/send.ts';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { inputOf, shownDecided } from '../press.ts';
import type { ConsoleInput } from '../press.ts';
import { consoleRoute } from '../route.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What is done with one payout. */
export function payoutDecisionRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { payoutDesk, signIn } = dependencies;

  async function decide(
    input: ConsoleInput,
    make: (input: ConsoleInput) => Decision,
    bankBalance?: Cents,
  ): Promise<DecisionAnswer> {
    const decision = { ...make(input), actor: input.actor };
    return shownDecided(await payoutDesk.decide(decision, bankBalance));
  }

  consoleRoute(app, dependencies, contract.takePayout, async (call) => {
    const { bankAccountId, marksRead } = call.body;
    return await decide(inputOf(call, 'take'), (input) =>
      takeWithdrawal({ ...input, bankAccountId, marksRead }),
    );
  });
  consoleRoute(app, dependencies, contract.authorisePayout, async (call) => {
    const { marksRead, bankBalance: bankBalanceCents } = call.body;
    return await decide(
      inputOf(call, 'authorise'),
      (input) => authoriseWithdrawal({ ...input, marksRead, bankBalanceCents }),
      bankBalanceCents,
    );
  });
  consoleRoute(app, dependencies, contract.releasePayout, async (call) => {
    const { press, ...input } = inputOf(call, 'release');
    const released = { ...input, press: press && { ...press, orTrigger: 'release_authorised' as const } };
    return await decide(released, releaseWithdrawal);
  });
  consoleRoute(app, dependencies, contract.rejectPayout, async (call) => {
    const { reason } = call.body;
    return await decide(inputOf(call, 'reject'), (input) =>
      rejectWithdrawal({ ...input, reasonCode: reason }),
    );
  });
  consoleRoute(app, dependencies, contract.recordPayoutPart, async (call) => {
    const { amount: amountCents, bankReference, isReferenceUsedBefore } = call.body;
    return await decide(inputOf(call, 'part_sent'), (input) =>
      recordPart({ ...input, amountCents, bankReference, isReferenceUsedBefore }),
    );
  });
  consoleRoute(app, dependencies, contract.approvePayout, async (call) => {
    const { bankReference, isReferenceUsedBefore } = call.body;
    // A part that is recorded after this was looked up changes what was seen, so that the approval is refused.
    const isInParts = await hasParts(signIn.pool, call.id, OPTIONS);
    if (isInParts !== undefined && isInParts !== (bankReference === undefined)) {
      const problem = isInParts ? 'must be absent: each part has its own' : 'is required';
      throw new ConsoleError('invalid_request', { fields: [{ path: 'bankReference', problem }] });
    }
    return await decide(inputOf(call, 'approve'), (input) =>
      approveWithdrawal({ ...input, bankReference, isReferenceUsedBefore }),
    );
  });
  consoleRoute(app, dependencies, contract.handOverPayout, async (call) => {
    const { isNotSent } = call.body;
    return await decide(inputOf(call, 'hand_over'), (input) => handOverWithdrawal({ ...input, isNotSent }));
  });
  consoleRoute(app, dependencies, contract.returnPayout, async (call) => {
    const { arrived: arrivedCents, bankAccountId, isPaymentItself } = call.body;
    return await decide(inputOf(call, 'payout_returned'), (input) =>
      returnPayout({ ...input, arrivedCents, bankAccountId, isPaymentItself }),
    );
  });
  consoleRoute(app, dependencies, contract.correctPayout, async (call) => {
    const { bankAccountId } = call.body;
    return await decide(inputOf(call, 'account_corrected'), (input) =>
      correctWithdrawal({ ...input, bankAccountId }),
    );
  });
  consoleRoute(app, dependencies, contract.bookMisdirection, async ({ session, id: payoutId, body }) => {
    const { decisionId: id, amount: amountCents, bankAccountId, note } = body;
    const booking = { id, payoutId, bankAccountId, amountCents, note, actor: personOf(session) };
    return { requestId: await payoutDesk.bookMisdirection(booking) };
  });
  consoleRoute(app, dependencies, contract.recordCopy, async ({ session, id, body }) => {
    await payoutDesk.recordCopy({ transactionId: id, field: body.field, actor: personOf(session) });
    return {};
  });
}
