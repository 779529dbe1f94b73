import type { AmountRange } from '@vezne/sdk';
import { displayAmount } from '../../money/amounts.ts';
import { newReference } from '../../money/payments.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { field, formToken, layout, problemNote } from '../layout.ts';
import type { Problems } from '../problems.ts';
import type { Visit } from '../visit.ts';

/** The forms are not checked by the browser: it would say it in its own language, and one thing at a time. */
export function depositPage(
  visit: Visit,
  {
    range,
    problems,
    amountText = '',
  }: { range: AmountRange | undefined; problems: Problems; amountText?: string },
): Html {
  const { texts } = visit;
  const content = html`<section class="card">
      <h1>${texts.deposit}</h1>
      <p class="quiet">${texts.depositNote}</p>
      ${problemNote(problems)}
      <form method="post" action="/deposit" novalidate>
        ${formToken(visit)}${referenceField()} ${amountField(visit, { range, problems, value: amountText })}
        <button class="button">${texts.goToPayment}</button>
      </form>
    </section>
    <p><a class="back" href="/">${texts.back}</a></p>`;
  return layout(visit, { title: texts.deposit, content });
}

/** A new reference each time the form is shown: after a refusal, the old one belongs to the refused payment. */
export function referenceField(): Html {
  return html`<input type="hidden" name="reference" value="${newReference()}" />`;
}

export function amountField(
  { texts, language }: Visit,
  { range, problems, value }: { range: AmountRange | undefined; problems: Problems; value: string },
): Html {
  const limits =
    range === undefined
      ? []
      : [
          texts.range(
            displayAmount(BigInt(range.minCents), language),
            displayAmount(BigInt(range.maxCents), language),
          ),
        ];
  const hints = [...limits, texts.amountHint];
  const attributes = html`inputmode="decimal" autocomplete="off" maxlength="32"`;
  return field({ label: texts.amount, name: 'amount', value, hints, attributes, problems });
}
