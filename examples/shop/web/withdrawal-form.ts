import { amountProblem, parseAmount } from '../money/amounts.ts';
import { balanceOf } from '../money/balance.ts';
import { findPayment, isReference } from '../money/payments.ts';
import { beginWithdrawal } from '../money/withdrawal.ts';
import type { Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { isWithin } from '../vezne/limits.ts';
import { withdrawalPage } from './pages/withdrawal.ts';
import { page, redirect } from './reply.ts';
import type { Reply } from './reply.ts';
import { problemOf } from './refusals.ts';
import type { PageServices } from './page-services.ts';
import type { FormProblem } from './texts/model.ts';
import type { Visit } from './visit.ts';

/** The form of a Turkish IBAN; the service checks the check digits. */
const IBAN_PATTERN = /^TR\d{24}$/;

/**
 * The length that the service accepts: a request that it cannot read would wait for ever, together with the player's money.
 */
function isOfLength(text: string, most: number): boolean {
  const length = Array.from(text).length;
  return length >= 1 && length <= most;
}

/** Turns the player's input into a withdrawal. */
export async function postWithdrawal(
  shop: Shop,
  { sender, limits }: PageServices,
  { visit, player, form }: { visit: Visit; player: Player; form: URLSearchParams },
): Promise<Reply> {
  const typed = {
    amount: form.get('amount') ?? '',
    bankName: (form.get('bankName') ?? '').trim(),
    holder: (form.get('holder') ?? '').trim(),
    iban: (form.get('iban') ?? '').replaceAll(/\s/g, '').toUpperCase(),
  };
  const reference = form.get('reference') ?? '';
  const amountCents = parseAmount(typed.amount);
  const range = (await limits())?.withdrawal;
  const again = (problem: FormProblem, isMoneyBack = false): Reply => {
    const shown = { ...typed, iban: typed.iban.replaceAll(/(.{4})(?=.)/g, '$1 ') };
    const balanceCents = balanceOf(shop.database.read, player.id);
    return page(
      withdrawalPage(visit, { player, balanceCents, range, problem, typed: shown, isMoneyBack }),
      422,
    );
  };

  if (amountCents === undefined) return again(amountProblem(typed.amount));
  if (!isReference(reference)) return again('expired');
  if (!isWithin(amountCents, range)) return again('range');
  if (!isOfLength(typed.bankName, 64) || !isOfLength(typed.holder, 128)) return again('account');
  if (!IBAN_PATTERN.test(typed.iban)) return again('iban');
  const account = { bankName: typed.bankName, accountHolderName: typed.holder, iban: typed.iban };
  const begun = await beginWithdrawal(shop, { player, reference, amountCents, account });
  if (begun === 'not enough') return again('balance');
  const payment = findPayment(shop.database.read, reference);
  // A second click during a request gets the same answer as the first.
  if (payment?.kind === 'withdrawal' && payment.player_id === player.id) {
    const sent = await sender.send(payment);
    if (sent.outcome === 'refused') return again(problemOf(sent.error), true);
  }
  return redirect(`/payments/${reference}`);
}
