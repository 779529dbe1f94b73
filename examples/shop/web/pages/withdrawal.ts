import type { AmountRange } from '@vezne/sdk';
import { displayAmount } from '../../money/amounts.ts';
import type { Player } from '../../players.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { field, formToken, layout, problemNote } from '../layout.ts';
import type { Problems } from '../problems.ts';
import type { Visit } from '../visit.ts';
import { amountField, referenceField } from './deposit.ts';

export interface TypedWithdrawal {
  amount: string;
  bankName: string;
  holder: string;
  iban: string;
}

interface WithdrawalForm {
  player: Player;
  balanceCents: bigint;
  range: AmountRange | undefined;
  problems: Problems;
  /** The earlier input of the player, letter for letter. */
  typed?: TypedWithdrawal;
}

export function withdrawalPage(
  visit: Visit,
  { player, balanceCents, range, problems, typed }: WithdrawalForm,
): Html {
  const { texts, language } = visit;
  const text = html`maxlength="128" autocomplete="off"`;
  const content = html`<section class="card">
      <h1>${texts.withdraw}</h1>
      <p class="row">
        <span class="quiet">${texts.balance}</span><strong>${displayAmount(balanceCents, language)}</strong>
      </p>
      <p class="quiet">${texts.withdrawalNote}</p>
      ${problemNote(problems)}
      <form method="post" action="/withdraw" novalidate>
        ${formToken(visit)}${referenceField()}
        ${amountField(visit, { range, problems, value: typed?.amount ?? '' })}
        ${field({ problems, label: texts.bankName, name: 'bankName', value: typed?.bankName, attributes: html`maxlength="64"` })}
        ${field({ problems, label: texts.holder, name: 'holder', value: typed?.holder ?? player.full_name, attributes: text })}
        ${field({ problems, label: texts.iban, name: 'iban', value: typed?.iban, attributes: html`maxlength="64" autocomplete="off" autocapitalize="characters" placeholder="TR…"` })}
        <button class="button">${texts.sendWithdrawal}</button>
      </form>
    </section>
    <p><a class="back" href="/">${texts.back}</a></p>`;
  return layout(visit, { title: texts.withdraw, content });
}
