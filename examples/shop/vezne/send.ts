import { VezneError, VezneOutcomeUnknownError } from '@vezne/sdk';
import type { CreateDepositInput, CreateWithdrawalInput } from '@vezne/sdk';
import { refundWithdrawal } from '../money/balance.ts';
import { findPayment, markCreated, moveTo } from '../money/payments.ts';
import type { Payment } from '../money/payments.ts';
import type { Shop } from '../shop.ts';

export type Sent =
  | { outcome: 'created' }
  /** Nothing exists at the service. A withdrawal is refunded. */
  | { outcome: 'refused'; error: VezneError }
  /** The outcome is not known. The payment stays as it is, and is sent again. */
  | { outcome: 'unknown' };

export interface Sender {
  /** Sends a stored payment and saves the outcome. A payment that is being sent now is not sent twice. */
  send(payment: Payment): Promise<Sent>;
}

/** A player does not wait longer for a page; the rest happens in the background. */
const PATIENCE_MS = 5_000;

export function createSender({ database, vezne, log }: Shop): Sender {
  const underWay = new Map<string, Promise<Sent>>();

  async function create({ kind, request }: Payment) {
    const options = { signal: AbortSignal.timeout(PATIENCE_MS) };
    const input: unknown = JSON.parse(request);
    if (kind === 'withdrawal') {
      const { transaction } = await vezne.createWithdrawal(input as CreateWithdrawalInput, options);
      return { id: transaction.id, hostedUrl: null };
    }
    const { transaction } = await vezne.createDeposit(input as CreateDepositInput, options);
    return { id: transaction.id, hostedUrl: transaction.hostedUrl };
  }

  /** Money goes back only after an answer that says that nothing was created. */
  async function giveBack({ reference, kind, ...payment }: Payment): Promise<void> {
    await database.transaction((connection) => {
      const isSettled = moveTo(connection, reference, { from: ['sending'], to: 'refused' });
      if (!isSettled || kind === 'deposit') return;
      refundWithdrawal(connection, {
        playerId: payment.player_id,
        reference,
        amountCents: payment.amount_cents,
      });
    });
  }

  async function sendOnce(payment: Payment): Promise<Sent> {
    const { reference } = payment;
    try {
      // The list may be outdated: a payment that has been refused and refunded must never be sent again.
      if (findPayment(database.read, reference)?.state !== 'sending') return { outcome: 'unknown' };
      const created = await create(payment);
      await database.transaction((connection) => markCreated(connection, reference, created));
      return { outcome: 'created' };
    } catch (error) {
      if (error instanceof VezneError && error.isReferenceFree) {
        await giveBack(payment);
        log(error.message);
        return { outcome: 'refused', error };
      }
      // Wrong credentials, for example: a person must fix that, and the money waits until then.
      if (!(error instanceof VezneError || error instanceof VezneOutcomeUnknownError)) throw error;
      log(error.message);
      return { outcome: 'unknown' };
    }
  }

  return {
    async send(payment) {
      const { reference } = payment;
      // Two simultaneous requests could get contradicting answers: one refused, and one that was just allowed. So a second
      // call, as from a second click, waits for the answer to the first.
      const started = underWay.get(reference);
      if (started !== undefined) return await started;
      const sending = sendOnce(payment).finally(() => underWay.delete(reference));
      underWay.set(reference, sending);
      return await sending;
    },
  };
}
