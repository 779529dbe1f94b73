import { enterLateMoney } from '../../../server/src/usecases/deposits/late-money.ts';
import type { MorningDesk } from './desk.ts';
import { see } from './operator-acts.ts';

/** Money came for deposits that were closed already. Each becomes a deposit of its own, which waits. Returns their ids. */
export async function enterLate(desk: MorningDesk, closedIds: readonly string[]): Promise<string[]> {
  const rowOf = await see(desk, closedIds);
  const late: string[] = [];
  for (const transactionId of closedIds) {
    const { amountCents } = rowOf(transactionId);
    const actor = desk.people.operator;
    const note = 'Ekstrede öğleden önce göründü';
    late.push(await enterLateMoney(desk.admin, { transactionId, amountCents, actor, note }));
  }
  return late;
}
