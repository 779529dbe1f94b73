import { displayAmount } from '../../money/amounts.ts';
import { ibanEnd } from '../../money/iban.ts';
import type { ListedPayment } from '../../money/payments.ts';
import { payoutAccountOf } from '../../money/withdrawal.ts';
import type { Player } from '../../players.ts';
import { figureRows } from '../figures.ts';
import { html, nothing } from '../html.ts';
import type { Html } from '../html.ts';
import { layout, newsNote } from '../layout.ts';
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
  const isWaiting = payments.some((payment) => outcomeOf(texts, payment).colour === 'waiting');
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
    }
    ${isWaiting ? newsNote(visit) : nothing}`;
  return layout(visit, { title: texts.balance, content, isWaiting });
}

function item(visit: Visit, payment: ListedPayment): Html {
  const { texts, language } = visit;
  const { colour, short } = outcomeOf(texts, payment);
  const account =
    payment.kind === 'withdrawal' ? html` · ${ibanEnd(payoutAccountOf(payment).iban)}` : nothing;
  const figures = figureRows(
    visit,
    payment,
    (label, value) =>
      html`<span class="row small figure"><span class="quiet">${label}</span><span>${value}</span></span> `,
  );
  return html`<li>
    <a href="/payments/${payment.reference}"
      ><span class="row"
        ><strong>${texts.kind[payment.kind]}</strong><span class="${colour}">${short}</span></span
      >
      <span class="small quiet">${displayTime(payment.created_at_ms, language)}${account}</span>
      ${figures}</a
    >
  </li>`;
}
