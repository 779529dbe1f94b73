import type { Person } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { ACCOUNT_CORRECTED, CORRECT } from '@vezne/domain/transaction-state';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import { enterLateMoney } from '../../server/src/usecases/deposits/late-money.ts';
import { resultOrRefusal } from './attempt.ts';
import type { Attempt, WantedDecision } from './attempt.ts';
import { decisionOf, seenTransaction, triggerOf } from './command-to-decision.ts';
import type { Command, DecisionCommand, LateMoneyCommand } from './command.ts';
import { seenPayouts } from './misdirected.ts';
import { createOperationsAndRequests } from './operations-and-requests.ts';
import { PEOPLE, personOf } from './people.ts';
import type { Engine, People } from './people.ts';
import { pick, pickNewest } from './pick.ts';
import { movesOf } from './real-money.ts';
import { sayingOf } from './what-is-said.ts';
import type { RefusedDeposit, WorkInProgress } from './work-in-progress.ts';
import type { World } from './world.ts';

export type View = ReadonlyMap<string, DecisionRow>;

export interface Operator {
  readonly attempts: readonly Attempt[];
  /** Remembers the view until the next look. */
  look(view: View): void;
  /** Carries out commands that are sent together. */
  run(gathered: readonly Command[]): Promise<void>;
}

/** An operator with their own connection, who decides on what they saw last. */
export function createOperator({
  people,
  engine,
  world,
  work,
  name,
}: {
  people: People;
  engine: Engine;
  world: World;
  work: WorkInProgress;
  name: string;
}): Operator {
  const attempts: Attempt[] = [];
  let seen: View = new Map();
  const others = createOperationsAndRequests({
    people,
    engine,
    world,
    work,
    attempts,
    payouts: () => seenPayouts(seen.values()),
  });

  /** This view does not yet have late money that another operator has just entered. */
  const inView = (): WorkInProgress['transactions'] => work.transactions.filter(({ id }) => seen.has(id));

  async function decide(command: DecisionCommand, note: string): Promise<void> {
    const transaction = pick(inView(), command.target);
    const row = seen.get(transaction.id);
    if (row === undefined) throw new Error('An operator looks before deciding.');
    const trigger = triggerOf(command, row);
    const actor = senderOf(command, trigger, row) ?? personOf(command);
    const { id: transactionId } = transaction;
    const { choice } = command;
    const actualCents = actualOf(command, row);
    const bankAccountId = pick(world.bankAccountIds, command.account);
    const saying = sayingOf(trigger, row, { choice, actualCents, bankAccountId });
    const details = { note, actor, actualCents, bankAccountId, choice, saying };
    const decision = decisionOf(trigger, seenTransaction(row), details);
    if (decision) {
      const result = await engine.decisions.submit(decision);
      const isLateMoney = row.originalTransactionId !== null;
      const saysWhatCame = row.type === 'deposit' && (trigger === 'approve' || trigger === CORRECT);
      const isRefusedMoney = row.refusedTransactionId !== null;
      const moves = movesOf(trigger, row, { actualCents, saying });
      const said = { actualCents: saysWhatCame ? actualCents : null, saying, moves };
      const told = { trigger, isLateMoney, isRefusedMoney, ...said };
      attempts.push({ kind: 'decision', note, actor, transactionId, ...told, result });
      const { moneySeen } = saying;
      if (result.outcome === 'made' && moneySeen) work.refused.push({ transactionId, ...moneySeen });
      if (result.outcome === 'asked') {
        const wanted = wantedDecision(trigger, { transactionId, actualCents: told.actualCents, moves });
        work.openRequests.push({ id: result.requestId, note, askedBy: actor, wanted });
      }
    } else if (trigger === 'cancel') {
      const isCancelled = await people.cancel(transaction);
      attempts.push({ kind: 'cancellation', transactionId, isCancelled });
    } else if (trigger === 'expire') await people.expire();
    else await people.confirmSent(transaction);
  }

  async function enter(command: LateMoneyCommand, note: string): Promise<void> {
    const deposits = inView().filter(({ type }) => type === 'deposit');
    if (deposits.length === 0) return;
    const actor = personOf(command);
    const { refused, ...money } = lateMoneyOf(command, world, work);
    const { id, partnerId } =
      deposits.find((one) => one.id === refused?.transactionId && command.target % 4 !== 0) ??
      pick(deposits, command.target);
    const refusedTransactionId = refused?.transactionId;
    const isNewMoney = command.saying === 'new';
    const result = await resultOrRefusal(async () => {
      const transactionId = await enterLateMoney(engine.pool, {
        transactionId: id,
        ...money,
        refusedTransactionId,
        isNewMoney,
        actor,
        note,
      });
      return { outcome: 'entered' as const, transactionId };
    });
    if (result.outcome === 'entered') {
      work.transactions.push({ id: result.transactionId, partnerId, type: 'deposit' });
    }
    const originalId = seen.get(id)?.originalTransactionId ?? id;
    const named = { originalId, refusedTransactionId: refusedTransactionId ?? null };
    attempts.push({ kind: 'late_money', note, actor, ...named, ...money, result });
  }

  async function carryOut(command: Command, note: string): Promise<void> {
    switch (command.kind) {
      case 'decide':
        return await decide(command, note);
      case 'operate':
        return await others.postOperation(command, note);
      case 'second_person':
        return await others.endRequest(command);
      case 'late_money':
        return await enter(command, note);
    }
  }

  let no = 0;
  return {
    attempts,
    look(view) {
      seen = view;
    },
    async run(gathered) {
      await Promise.all(gathered.map(async (command) => await carryOut(command, `${name} ${(no += 1)}`)));
    },
  };
}

/** Of refused money most approvals credit what was entered; any other amount may be too much. */
function actualOf({ actualCents, choice }: DecisionCommand, row: DecisionRow): Cents {
  const isAsEntered = row.refusedTransactionId !== null && choice % 3 !== 0;
  return isAsEntered ? row.amountCents : cents(actualCents);
}

/** Late money that was refused before is where it came. Most is at most what came; the rest may be too much. */
function lateMoneyOf(
  { saying, account, target, ...command }: LateMoneyCommand,
  world: World,
  work: WorkInProgress,
): { bankAccountId: string; amountCents: Cents; refused?: RefusedDeposit } {
  const amountCents = cents(command.amountCents);
  const refused = saying === 'refused' ? pickNewest(work.refused, target) : undefined;
  if (refused === undefined) return { bankAccountId: pick(world.bankAccountIds, account), amountCents };
  const isAnyAmount = amountCents % 4n === 0n || amountCents < refused.amountCents;
  return {
    bankAccountId: refused.bankAccountId,
    amountCents: isAnyAmount ? amountCents : refused.amountCents,
    refused,
  };
}

/** Only the taker sends. One in this many parts is tried by whoever is next all the same. */
const BY_ANYBODY_ONE_IN = 5;

function senderOf({ choice }: DecisionCommand, trigger: StepTrigger, row: DecisionRow): Person | undefined {
  if (trigger !== 'part_sent' || choice % BY_ANYBODY_ONE_IN === 0) return undefined;
  return PEOPLE.find(({ id }) => id === row.takenById);
}

/** What a second person is asked for, and where it leads. */
function wantedDecision(
  trigger: StepTrigger,
  asked: Pick<WantedDecision, 'transactionId' | 'actualCents' | 'moves'>,
): WantedDecision {
  if (trigger === 'authorise') return { kind: trigger, ...asked, state: 'authorised' };
  if (trigger === 'payout_returned') return { kind: trigger, ...asked, state: 'rejected' };
  if (trigger === 'approve' || trigger === CORRECT || trigger === ACCOUNT_CORRECTED)
    return { kind: trigger, ...asked, state: 'approved' };
  throw new Error(`Nobody is asked for ${trigger}.`);
}

/** An operator's commands, in groups that are sent together. */
export function gather(commands: readonly Command[]): Command[][] {
  const groups: Command[][] = [];
  let isOpen = false;
  for (const command of commands) {
    if (isOpen) groups.at(-1)?.push(command);
    else groups.push([command]);
    isOpen = command.isGathered;
  }
  return groups;
}

export function looksAgain(gathered: readonly Command[]): boolean {
  return gathered.some((command) => command.kind === 'decide' && command.looksAgain);
}
