import { ibanEnd } from '../../money/iban.ts';
import type { ListedPayment } from '../../money/payments.ts';
import { payoutAccountOf } from '../../money/withdrawal.ts';
import { figureRows } from '../figures.ts';
import { html, nothing } from '../html.ts';
import type { Html } from '../html.ts';
import { layout, newsNote } from '../layout.ts';
import { mark } from '../mark.ts';
import { outcomeOf } from '../outcome.ts';
import type { Language } from '../texts/model.ts';
import type { Visit } from '../visit.ts';

/**
 * One payment in its current state. A player who has said that the transfer was sent reads about the confirmation, and is
 * not asked to pay again.
 */
export function paymentPage(visit: Visit, payment: ListedPayment): Html {
  const { texts, language } = visit;
  const { kind, state, hosted_url, said_sent_at_ms } = payment;
  const { heading, body, colour, isLost } = outcomeOf(texts, payment);
  const hasPaymentPage = kind === 'deposit' && state === 'open' && hosted_url !== null;
  const isWaiting = colour === 'waiting';
  const content = html`<section class="card">
    ${mark(colour)}
    <h1>${heading}</h1>
    <p>${body}</p>
    <dl>
      ${figureRows(visit, payment, row)}
      ${kind === 'withdrawal' ? row(texts.account, accountOf(payment)) : nothing}
      ${row(texts.time, displayTime(payment.created_at_ms, language))}
      ${said_sent_at_ms === null ? nothing : row(texts.saidSent, displayTime(said_sent_at_ms, language))}
      ${idRow(texts.reference, payment.reference)}
      ${payment.transaction_id === null ? nothing : idRow(texts.transaction, payment.transaction_id)}
    </dl>
    <div class="stack">
      ${hasPaymentPage && said_sent_at_ms === null ? html`<a class="button" href="${hosted_url}">${texts.goToPayment}</a>` : nothing}
      ${hasPaymentPage && said_sent_at_ms !== null ? html`<a class="button second" href="${hosted_url}">${texts.addReceipt}</a>` : nothing}
      ${isLost ? html`<a class="button" href="/deposit">${texts.newDeposit}</a>` : nothing}
      <a class="button second" href="/">${texts.back}</a>
    </div>
    ${isWaiting ? newsNote(visit) : nothing}
  </section>`;
  return layout(visit, { title: heading, content, isWaiting });
}

export function displayTime(ms: bigint, language: Language): string {
  return new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Istanbul',
  }).format(Number(ms));
}

function accountOf(payment: ListedPayment): Html {
  const { bankName, iban } = payoutAccountOf(payment);
  return html`${bankName} ${ibanEnd(iban)}`;
}

function row(label: string, value: string | Html): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** The id is too long for one line with its label on a phone. */
function idRow(label: string, id: string): Html {
  return html`<div class="id">
    <dt>${label}</dt>
    <dd>${id}</dd>
  </div>`;
}
