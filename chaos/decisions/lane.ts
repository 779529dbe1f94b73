import { cents } from '@vezne/domain/money';
import { CORRECT } from '@vezne/domain/transaction-state';
import type { DecisionRow } from '../../server/src/db/read/decision-rows.ts';
import { enterLateMoney } from '../../server/src/usecases/deposits/late-money.ts';
import type { Attempt } from './attempt.ts';
import { pick } from './board.ts';
import type { Board } from './board.ts';
import type { Command, DecisionCommand, LateMoneyCommand } from './command.ts';
import { createPaperwork } from './paperwork.ts';
import { nameOf, staff } from './people.ts';
import type { Operator, People } from './people.ts';
import { decisionFor, wishedTrigger } from './wish.ts';
import type { World } from './world.ts';

export type View = ReadonlyMap<string, DecisionRow>;

export interface Lane {
  readonly attempts: readonly Attempt[];
  /** Remembers what was seen, until the next look. */
  look(view: View): void;
  /** Carries out commands that leave together. */
  run(gathered: readonly Command[]): Promise<void>;
}

/** One operator with a connection of their own, who remembers what was seen last. */
export function createLane(parts: {
  people: People;
  operator: Operator;
  world: World;
  board: Board;
  name: string;
}): Lane {
  const { people, operator, world, board, name } = parts;
  const { pool } = operator;
  const attempts: Attempt[] = [];
  const paperwork = createPaperwork({ operator, world, board, attempts });
  let seen: View = new Map();

  /** Late money that somebody entered a moment ago is not in everybody's view yet. */
  const inView = (): Board['transactions'] => board.transactions.filter(({ id }) => seen.has(id));

  async function decide(command: DecisionCommand, note: string): Promise<void> {
    const transaction = pick(inView(), command.target);
    const row = seen.get(transaction.id);
    if (row === undefined) throw new Error('A lane looks before it decides.');
    const trigger = wishedTrigger(command, row);
    const actor = nameOf(command);
    const { id: transactionId } = transaction;
    const actualCents = cents(command.actualCents);
    const bankAccountId = pick(world.bankAccountIds, command.account);
    if (trigger === CORRECT && command.isAsked) {
      return await paperwork.correct(
        { kind: CORRECT, transactionId, actualCents },
        { note, actor, seen: row.seen },
      );
    }
    const request = decisionFor(trigger, row, { note, actor, actualCents, bankAccountId });
    if (request) {
      const result = await operator.decisions.submit(request);
      const isLateMoney = row.originalTransactionId !== null;
      const saysWhatCame = row.type === 'deposit' && (trigger === 'approve' || trigger === CORRECT);
      const told = { trigger, isLateMoney, actualCents: saysWhatCame ? actualCents : null };
      attempts.push({ kind: 'decision', note, actor, transactionId, ...told, result });
    } else if (trigger === 'cancel') {
      const isCancelled = await people.cancel(transaction);
      attempts.push({ kind: 'cancellation', transactionId, isCancelled });
    } else if (trigger === 'expire') await people.expire();
    else await people.confirmSent(transaction);
  }

  async function enter(command: LateMoneyCommand, note: string): Promise<void> {
    const deposits = inView().filter(({ type }) => type === 'deposit');
    if (deposits.length === 0) return;
    const { id, partnerId } = pick(deposits, command.target);
    const actor = nameOf(command);
    const bankAccountId = pick(world.bankAccountIds, command.account);
    const money = { bankAccountId, amountCents: cents(command.amountCents) };
    const result = await enterLateMoney(pool, { transactionId: id, ...money, actor: staff(actor), note });
    if (result.outcome === 'entered') {
      board.transactions.push({ id: result.transactionId, partnerId, type: 'deposit' });
    }
    const originalId = seen.get(id)?.originalTransactionId ?? id;
    attempts.push({ kind: 'late_money', note, actor, originalId, ...money, result });
  }

  async function carryOut(command: Command, note: string): Promise<void> {
    switch (command.kind) {
      case 'decide':
        return await decide(command, note);
      case 'operate':
        return await paperwork.operate(command, note);
      case 'second_person':
        return await paperwork.end(command);
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

/** The commands of a lane, in groups that leave together. */
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
