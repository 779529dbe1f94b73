import { displayAmount } from '../../money/amounts.ts';
import type { ListedPayment } from '../../money/payments.ts';
import type { Player } from '../../players.ts';
import { html, nothing } from '../html.ts';
import type { Html } from '../html.ts';
import { layout } from '../layout.ts';
import { outcomeOf } from '../outcome.ts';
import type { Visit } from '../visit.ts';
import { displayTime } from './payment.ts';

export function homePage(
  visit: Visit,
  {
    player,
    balanceCents,
    payments,
  }: { player: Player; balanceCents: bigint; payments: readonly ListedPayment[] },
): Html {
  const { texts, language } = visit;
  const content = html`<section class="card">
      <p class="who"><strong>${player.full_name}</strong> <span class="quiet">${player.username}</span></p>
      <h1 class="label">${texts.balance}</h1>
      <p class="balance">${displayAmount(balanceCents, language)}</p>
      <div class="actions">
        <a class="button" href="/deposit">${texts.deposit}</a>
        <a class="button second" href="/withdraw">${texts.withdraw}</a>
      </div>
    </section>
    <h2>${texts.history}</h2>
    ${
      payments.length === 0
        ? html`<p class="card quiet">${texts.emptyHistory}</p>`
        : html`<ul class="list card">
            ${payments.map((payment) => item(visit, payment))}
          </ul>`
    }`;
  return layout(visit, { title: texts.balance, content });
}

function item({ texts, language }: Visit, payment: ListedPayment): Html {
  const { kind, amount_cents, credited_cents } = payment;
  const { colour, short } = outcomeOf(texts, payment);
  const sign = kind === 'deposit' ? amount_cents : -amount_cents;
  const credited =
    credited_cents === null
      ? nothing
      : html`<span class="row small"
          ><span class="quiet">${texts.credited}</span
          ><span class="${colour}">${displayAmount(credited_cents, language)}</span></span
        >`;
  return html`<li>
    <a href="/payments/${payment.reference}"
      ><span class="row"
        ><strong>${texts.kind[kind]}</strong><strong>${displayAmount(sign, language)}</strong></span
      >
      <span class="row small"
        ><span class="${colour}">${short}</span
        ><span class="quiet">${displayTime(payment.created_at_ms, language)}</span></span
      >
      ${credited}</a
    >
  </li>`;
}
