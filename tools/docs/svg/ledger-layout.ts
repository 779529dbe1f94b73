/**
 * Positions of the accounts in a picture. Money flows from left to right, and a box is as high as everything it flows to,
 * so every arrow is a straight line.
 */
import { accountKey } from '@vezne/domain/accounts';
import type { AccountName } from '@vezne/domain/accounts';
import type { Posting } from '@vezne/domain/postings';
import { accountsOf } from '../books.ts';
import type { Box } from './boxes.ts';
import { MARGIN, WIDTH } from './picture.ts';

export interface AccountPlace {
  readonly account: AccountName;
  readonly box: Box;
}

const BOX_WIDTH = 176;
const BOX_GAP = 16;

export function placeAccounts(
  postings: readonly Posting[],
  { top, boxHeight }: { top: number; boxHeight: number },
): AccountPlace[] {
  const transfers = postings.flatMap((posting) => posting.transfers);
  const columnOf = new Map<string, number>();
  for (const { debit, credit } of transfers) {
    const column = columnOf.get(accountKey(debit)) ?? 0;
    columnOf.set(accountKey(debit), column);
    const credited = Math.max(columnOf.get(accountKey(credit)) ?? 0, column + 1);
    columnOf.set(accountKey(credit), credited);
  }
  const columns = Map.groupBy(accountsOf(transfers), (account) => columnOf.get(accountKey(account)) ?? 0);
  const most = Math.max(...[...columns.values()].map(({ length }) => length));
  const height = most * boxHeight + (most - 1) * BOX_GAP;
  const step = (WIDTH - 2 * MARGIN - BOX_WIDTH) / (columns.size - 1);
  return [...columns].flatMap(([column, accounts]) => {
    const each = (height - (accounts.length - 1) * BOX_GAP) / accounts.length;
    return accounts.map((account, row) => ({
      account,
      box: { x: MARGIN + column * step, y: top + row * (each + BOX_GAP), width: BOX_WIDTH, height: each },
    }));
  });
}
