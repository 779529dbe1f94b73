import { balanceOf } from '../money/balance.ts';
import { findPayment, isReference } from '../money/payments.ts';
import { beginWithdrawal } from '../money/withdrawal.ts';
import type { Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { withdrawalPage } from './pages/withdrawal.ts';
import { problemsIn, problemsOf, readAmountField, readIbanField, readTextField } from './problems.ts';
import type { Problems } from './problems.ts';
import { page, redirect } from './reply.ts';
import type { Reply } from './reply.ts';
import type { PageServices } from './page-services.ts';
import type { Visit } from './visit.ts';

/** The lengths that the service accepts: a request that it cannot read would wait for ever, together with the money. */
const MAX_BANK_NAME_LENGTH = 64;
const MAX_HOLDER_LENGTH = 128;

/** Turns the player's input into a withdrawal. */
export async function postWithdrawal(
  shop: Shop,
  { sender, limits }: PageServices,
  { visit, player, form }: { visit: Visit; player: Player; form: URLSearchParams },
): Promise<Reply> {
  const { texts } = visit;
  const typed = {
    amount: form.get('amount') ?? '',
    bankName: form.get('bankName') ?? '',
    holder: form.get('holder') ?? '',
    iban: form.get('iban') ?? '',
  };
  const reference = form.get('reference') ?? '';
  const range = (await limits())?.withdrawal;
  const again = (problems: Problems): Reply => {
    const balanceCents = balanceOf(shop.database.read, player.id);
    return page(withdrawalPage(visit, { player, balanceCents, range, problems, typed }), 422);
  };

  const amount = readAmountField(visit, typed.amount, range);
  const bankName = readTextField(visit, typed.bankName, {
    maxLength: MAX_BANK_NAME_LENGTH,
    missing: texts.bankNameProblem,
  });
  const holder = readTextField(visit, typed.holder, {
    maxLength: MAX_HOLDER_LENGTH,
    missing: texts.holderProblem,
  });
  const iban = readIbanField(visit, typed.iban);
  if (
    amount.value === undefined ||
    bankName.value === undefined ||
    holder.value === undefined ||
    iban.value === undefined
  ) {
    // In the order of the form: the first wrong field gets the focus.
    return again({ fields: problemsIn({ amount, bankName, holder, iban }) });
  }
  if (!isReference(reference)) return again({ fields: {}, form: texts.problem.expired });
  const account = { bankName: bankName.value, accountHolderName: holder.value, iban: iban.value };
  const begun = await beginWithdrawal(shop, { player, reference, amountCents: amount.value, account });
  if (begun === 'not enough') return again({ fields: { amount: texts.amountProblem.balance } });
  const payment = findPayment(shop.database.read, reference);
  // A second click during a request gets the same answer as the first.
  if (payment?.kind === 'withdrawal' && payment.player_id === player.id) {
    const sent = await sender.send(payment);
    if (sent.outcome === 'refused') {
      const { fields: refused, form: sentence } = problemsOf(sent.error, visit);
      return again({ fields: refused, form: [sentence, texts.moneyIsBack].filter(Boolean).join(' ') });
    }
  }
  return redirect(`/payments/${reference}`);
}
