/** What players do on the hosted page, by its use cases. */
import type { HostedDeposit } from '../../../server/src/db/read/transactions/hosted-deposits.ts';
import { confirmSent } from '../../../server/src/usecases/deposits/confirm-sent.ts';
import { receiptOf } from '../receipts/receipt.ts';
import type { ReceiptKind } from '../receipts/receipt.ts';
import type { MorningDesk } from './desk.ts';

/** "I have sent the transfer." */
export async function press(desk: MorningDesk, id: string): Promise<void> {
  const { api: pool, retry } = desk;
  await confirmSent({ pool, retry }, await pageOf(desk, id));
}

/** The player says who sent it, from which account. */
export async function nameSender(
  { services }: MorningDesk,
  id: string,
  { senderName, number }: { senderName: string; number: number },
): Promise<void> {
  const ibanLastFour = String(1_000 + ((number * 37) % 9_000));
  const typed = { senderName, ibanLastFour, sentAt: '' };
  const problems = await services.playerEvidence.giveSenderDetails({ id, createdAt: new Date(), typed });
  if (problems.length > 0) throw new Error(`${senderName} is no sender: ${problems.join(', ')}.`);
}

export async function sendReceipt(
  desk: MorningDesk,
  id: string,
  { kind, sender }: { kind: ReceiptKind; sender: string },
): Promise<void> {
  const { bankName, amountCents, referenceCode: code } = await pageOf(desk, id);
  const content = receiptOf(kind, { sender, bankName, amountCents, code });
  const problem = await desk.services.playerEvidence.addReceipt({ transactionId: id, content });
  if (problem !== undefined) throw new Error(`A receipt of the demo is refused: ${problem}.`);
}

async function pageOf({ services }: MorningDesk, id: string): Promise<HostedDeposit> {
  const page = await services.hostedDeposits.find(id);
  if (page === undefined) throw new Error(`The deposit ${id} of the demo is gone.`);
  return page;
}
