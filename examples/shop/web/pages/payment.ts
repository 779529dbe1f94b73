import { writtenAmount } from '../../money/amounts.ts';
import type { ListedPayment, PaymentState } from '../../money/payments.ts';
import { html, nothing } from '../html.ts';
import type { Html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Language } from '../texts/model.ts';
import type { Visit } from '../visit.ts';

export const STATE_COLOURS: Readonly<Record<PaymentState, string>> = {
  sending: 'waiting',
  open: 'waiting',
  approved: 'approved',
  rejected: 'rejected',
  refused: 'rejected',
};

/** One payment as it stands. Coming back from the payment page shows the same, in words for somebody who has just paid. */
export function paymentPage(visit: Visit, payment: ListedPayment, { isReturn }: { isReturn: boolean }): Html {
  const { texts, language } = visit;
  const { kind, state, hosted_url } = payment;
  const isWaiting = state === 'open' || state === 'sending';
  const isBack = isReturn && state === 'open';
  const { heading, body } = isBack ? texts.returned : texts.state[kind][state];
  const canPay = state === 'open' && hosted_url !== null && !isReturn;
  const content = html`<section class="card">
    <h1 class="${STATE_COLOURS[state]}">${heading}</h1>
    <p>${body}</p>
    <dl>
      ${row(texts.kind[kind], writtenAmount(payment.amount_cents, language))}
      ${payment.credited_cents === null ? nothing : row(texts.credited, writtenAmount(payment.credited_cents, language))}
      ${row(texts.time, writtenTime(payment.created_at_ms, language))}
      ${idRow(texts.reference, payment.reference)}
      ${payment.transaction_id === null ? nothing : idRow(texts.transaction, payment.transaction_id)}
    </dl>
    ${canPay ? html`<p><a class="button" href="${hosted_url}">${texts.goToPayment}</a></p>` : nothing}
    <p><a class="button second" href="/">${texts.back}</a></p>
    ${isWaiting ? html`<p class="quiet small">${texts.refreshes}</p>` : nothing}
  </section>`;
  return layout(visit, { title: heading, content, isWaiting });
}

export function writtenTime(ms: bigint, language: Language): string {
  return new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Istanbul',
  }).format(Number(ms));
}

function row(label: string, value: string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Too long to stand beside its label on a phone. */
function idRow(label: string, id: string): Html {
  return html`<div class="id">
    <dt>${label}</dt>
    <dd>${id}</dd>
  </div>`;
}
