/** Players who come while somebody looks: each orders at a partner, sends the money, and presses. */
import type { MorningDesk } from '../morning/desk.ts';
import { orderDeposit, orderWithdrawal } from '../morning/partner-calls.ts';
import type { MorningPartner } from '../morning/partners.ts';
import { nameSender, press, sendReceipt } from '../morning/player-acts.ts';
import { amountOf, playerOf } from '../morning/players.ts';
import { RECEIPT_KINDS } from '../receipts/receipt.ts';
import { pause } from './pace.ts';

/** How long a player needs to type the transfer. */
const TRANSFER_MS = 4_000;
/** One in so many takes money out. */
const WITHDRAWAL_EVERY = 4;

/** The next player, from the order to the press. */
export async function playNext(
  desk: MorningDesk,
  {
    partner,
    number,
    share,
    signal,
  }: { partner: MorningPartner; number: number; share: number; signal: AbortSignal },
): Promise<void> {
  const player = { ...playerOf(number), id: `yeni-${number}` };
  // Two demos on one database must not order under the same reference.
  const reference = `canli-${Date.now()}-${number}`;
  const order = { apiKey: partner.apiKey, reference, amountCents: amountOf(number), player, number };
  if (number % WITHDRAWAL_EVERY === WITHDRAWAL_EVERY - 1) {
    await orderWithdrawal(desk, order);
    return;
  }
  const { id } = await orderDeposit(desk, order);
  await pause(TRANSFER_MS * share, signal);
  await press(desk, id);
  if (number % 3 === 0) {
    const sender = player.fullName;
    await nameSender(desk, id, { senderName: sender, number });
    await sendReceipt(desk, id, { kind: RECEIPT_KINDS[number % RECEIPT_KINDS.length] ?? 'png', sender });
  }
}
