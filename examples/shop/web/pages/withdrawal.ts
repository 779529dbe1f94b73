import type { AmountRange } from '@vezne/sdk';
import { displayAmount } from '../../money/amounts.ts';
import type { Player } from '../../players.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { field, formToken, layout, problemNote } from '../layout.ts';
import type { FormProblem } from '../texts/model.ts';
import type { Visit } from '../visit.ts';
import { amountField, referenceField } from './deposit.ts';

interface WithdrawalForm {
  player: Player;
  balanceCents: bigint;
  range: AmountRange | undefined;
  problem?: FormProblem | undefined;
  /** The earlier input of the player. */
  typed?: { amount: string; bankName: string; holder: string; iban: string };
  isMoneyBack?: boolean;
}

export function withdrawalPage(
  visit: Visit,
  { player, balanceCents, range, problem, typed, isMoneyBack = false }: WithdrawalForm,
): Html {
  const { texts, language } = visit;
  const sentences = problem && [texts.problem[problem], ...(isMoneyBack ? [texts.moneyIsBack] : [])];
  const text = html`maxlength="128" autocomplete="off"`;
  const content = html`<section class="card">
      <h1>${texts.withdraw}</h1>
      <p class="row">
        <span class="quiet">${texts.balance}</span><strong>${displayAmount(balanceCents, language)}</strong>
      </p>
      <p class="quiet">${texts.withdrawalNote}</p>
      ${problemNote(sentences?.join(' '))}
      <form method="post" action="/withdraw">
        ${formToken(visit)}${referenceField()} ${amountField(visit, { range, value: typed?.amount ?? '' })}
        ${field({ label: texts.bankName, name: 'bankName', value: typed?.bankName ?? '', attributes: html`maxlength="64"` })}
        ${field({ label: texts.holder, name: 'holder', value: typed?.holder ?? player.full_name, attributes: text })}
        ${field({ label: texts.iban, name: 'iban', value: typed?.iban ?? '', attributes: html`maxlength="40" autocomplete="off" placeholder="TR…"` })}
        <button class="button">${texts.sendWithdrawal}</button>
      </form>
    </section>
    <p><a class="back" href="/">${texts.back}</a></p>`;
  return layout(visit, { title: texts.withdraw, content });
}
