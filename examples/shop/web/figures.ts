import { displayAmount } from '../money/amounts.ts';
import type { ListedPayment } from '../money/payments.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { outcomeOf } from './outcome.ts';
import type { Visit } from './visit.ts';

interface Figure {
  label: string;
  cents: bigint;
  /** What the payment did to the balance or the bank account: what a player looks for first. */
  isResult?: boolean;
}

/** The amounts of a payment as rows of their own, each with its label, for the list and for the page of the payment. */
export function figureRows(
  visit: Visit,
  payment: ListedPayment,
  row: (label: string, value: Html) => Html,
): Html[] {
  const figures = payment.kind === 'deposit' ? ofDeposit(visit, payment) : ofWithdrawal(visit, payment);
  const { colour } = outcomeOf(visit.texts, payment);
  const resultClass = colour === 'approved' ? 'amount approved' : 'amount';
  return figures.map(({ label, cents, isResult = false }) => {
    const amount = displayAmount(cents, visit.language);
    return row(
      label,
      isResult || figures.length === 1
        ? html`<strong class="${resultClass}">${amount}</strong>`
        : html`<span class="amount">${amount}</span>`,
    );
  });
}

function ofDeposit({ texts }: Visit, payment: ListedPayment): Figure[] {
  const { amount_cents, received_cents, credited_cents, state } = payment;
  const figures: Figure[] = [{ label: texts.requested, cents: amount_cents }];
  if (received_cents !== null && credited_cents !== null) {
    figures.push({ label: texts.received, cents: received_cents });
    figures.push(...commissionOf(texts, payment, received_cents - credited_cents));
  }
  if (credited_cents !== null || state === 'rejected') {
    figures.push({ label: texts.credited, cents: credited_cents ?? 0n, isResult: true });
  }
  return figures;
}

function ofWithdrawal({ texts }: Visit, payment: ListedPayment): Figure[] {
  const { amount_cents, paid_out_cents, refunded_cents } = payment;
  const figures: Figure[] = [{ label: texts.requested, cents: amount_cents }];
  // A payout that came back was paid out before, and refunded whole: only the end of it counts.
  if (refunded_cents !== null) {
    figures.push({ label: texts.refunded, cents: refunded_cents, isResult: true });
  } else if (paid_out_cents !== null) {
    figures.push(...commissionOf(texts, payment, amount_cents - paid_out_cents));
    figures.push({ label: texts.paidOut, cents: paid_out_cents, isResult: true });
  }
  return figures;
}

/**
 * Who pays the commission depends on the terms with the service: the player, out of the amount, or the shop, on top. The
 * webhook's own amounts tell, also where a payment has transfers of both kinds: what is missing for the player is the
 * player's part of it.
 */
function commissionOf(
  texts: Visit['texts'],
  { commission_cents }: ListedPayment,
  fromPlayer: bigint,
): Figure[] {
  if (commission_cents === null) return [];
  const fromShop = commission_cents - fromPlayer;
  return [
    ...(fromPlayer === 0n && fromShop !== 0n ? [] : [{ label: texts.commission, cents: -fromPlayer }]),
    ...(fromShop === 0n ? [] : [{ label: texts.commissionFromShop, cents: fromShop }]),
  ];
}
