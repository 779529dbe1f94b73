import { accountKey } from '@vezne/domain/accounts';
import type { AccountName } from '@vezne/domain/accounts';
import { formatAmount } from '@vezne/domain/money';
import type { Posting, Transfer } from '@vezne/domain/postings';
import { Books, accountsOf } from '../books.ts';
import { accountLabel } from '../ledger-words.ts';
import type { AccountPlace } from './ledger-layout.ts';
import { placeAccounts } from './ledger-layout.ts';
import { MARGIN } from './picture.ts';
import type { Canvas } from './picture.ts';

export interface Panel {
  readonly title: string;
  readonly outcome: string;
  readonly earlier: readonly Posting[];
  readonly postings: readonly Posting[];
}

interface BalanceLine {
  readonly label: string;
  readonly figure: string;
}

const LINE_HEIGHT = 20;
const PADDING = 14;

/** Draws from y downwards, and returns where it ended. */
export function drawPanel(canvas: Canvas, panel: Panel, y: number): number {
  canvas.text(panel.title, { x: MARGIN, y: y + 16, size: 14, look: 'code bold' });
  canvas.text(panel.outcome, { x: MARGIN, y: y + 38, look: 'quiet' });
  const balances = balanceLines(panel);
  const most = Math.max(...[...balances.values()].map(({ length }) => length));
  const boxHeight = (most + 1) * LINE_HEIGHT + 2 * PADDING - 4;
  const places = placeAccounts(panel.postings, { top: y + 56, boxHeight });
  for (const place of places) drawAccount(canvas, place, balances.get(accountKey(place.account)) ?? []);
  panel.postings.forEach(({ kind, transfers }, index) => {
    const caption = panel.postings.length === 1 ? kind : `step ${index + 1}`;
    for (const transfer of transfers) drawTransfer(canvas, transfer, { places, caption });
  });
  return Math.max(...places.map(({ box }) => box.y + box.height));
}

/** The balance of each account before, and after each step that moves it. */
function balanceLines({ earlier, postings }: Panel): Map<string, BalanceLine[]> {
  const books = new Books();
  for (const { transfers } of earlier) books.post(transfers);
  const touched = accountsOf(postings.flatMap(({ transfers }) => transfers));
  const lines = new Map(touched.map((account) => [accountKey(account), [line('before', books, account)]]));
  postings.forEach(({ transfers }, index) => {
    for (const { account } of books.change(transfers))
      lines
        .get(accountKey(account))
        ?.push(line(postings.length === 1 ? 'after' : `after ${index + 1}`, books, account));
  });
  return lines;
}

function line(label: string, books: Books, account: AccountName): BalanceLine {
  return { label, figure: formatAmount(books.balance(account)) };
}

function drawAccount(canvas: Canvas, { account, box }: AccountPlace, lines: readonly BalanceLine[]): void {
  canvas.rectangle(box, 'box');
  const height = (lines.length + 1) * LINE_HEIGHT;
  const first = box.y + (box.height - height) / 2 + 14;
  const left = box.x + PADDING;
  canvas.text(accountLabel(account), { x: left, y: first, look: 'code bold' });
  lines.forEach(({ label, figure }, index) => {
    const y = first + (index + 1) * LINE_HEIGHT;
    canvas.text(label, { x: left, y, size: 12, look: 'quiet' });
    canvas.text(figure, { x: box.x + box.width - PADDING, y, anchor: 'end', look: 'code' });
  });
}

/** A straight line at the middle of the lower of the two boxes, which the other one spans. */
function drawTransfer(
  canvas: Canvas,
  { debit, credit, amountCents }: Transfer,
  { places, caption }: { places: readonly AccountPlace[]; caption: string },
): void {
  const from = boxOf(debit, places);
  const to = boxOf(credit, places);
  const smaller = from.height < to.height ? from : to;
  const y = smaller.y + smaller.height / 2;
  const left = from.x + from.width;
  const middle = (left + to.x) / 2 - 4;
  canvas.arrow(`M${left} ${y}H${to.x - 8}`, { x: to.x, y, towards: 'right' });
  canvas.text(formatAmount(amountCents), { x: middle, y: y - 8, anchor: 'middle', look: 'code bold' });
  canvas.text(caption, { x: middle, y: y + 18, size: 12, anchor: 'middle', look: 'quiet' });
}

function boxOf(account: AccountName, places: readonly AccountPlace[]): AccountPlace['box'] {
  const place = places.find((each) => accountKey(each.account) === accountKey(account));
  if (place === undefined) throw new Error(`${accountKey(account)} has no place.`);
  return place.box;
}
