import { amountProblem, parseAmount } from '../money/amounts.ts';
import { beginDeposit } from '../money/deposit.ts';
import { findPayment, isReference } from '../money/payments.ts';
import type { Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { isWithin } from '../vezne/limits.ts';
import { depositPage } from './pages/deposit.ts';
import { page, redirect } from './reply.ts';
import type { Reply } from './reply.ts';
import { problemOf } from './refusals.ts';
import type { PageServices } from './page-services.ts';
import type { FormProblem } from './texts/model.ts';
import type { Visit } from './visit.ts';

/** Turns the player's input into a deposit, and redirects the player to the payment page. */
export async function postDeposit(
  shop: Shop,
  { sender, limits }: PageServices,
  { visit, player, form }: { visit: Visit; player: Player; form: URLSearchParams },
): Promise<Reply> {
  const reference = form.get('reference') ?? '';
  const amountText = form.get('amount') ?? '';
  const amountCents = parseAmount(amountText);
  const range = (await limits())?.deposit;
  const again = (problem: FormProblem): Reply =>
    page(depositPage(visit, { range, problem, amountText }), 422);

  if (amountCents === undefined) return again(amountProblem(amountText));
  if (!isReference(reference)) return again('expired');
  if (!isWithin(amountCents, range)) return again('range');
  const ownPage = `/payments/${reference}`;
  await beginDeposit(shop, { player, reference, amountCents });
  const payment = findPayment(shop.database.read, reference);
  if (payment?.kind !== 'deposit' || payment.player_id !== player.id) return redirect(ownPage);
  // The form was sent before with another amount. That payment stays, and this one needs a form of its own.
  if (payment.amount_cents !== amountCents) return again('expired');
  const sent = await sender.send(payment);
  if (sent.outcome === 'refused') return again(problemOf(sent.error));
  // From the table, where a second click also finds the address that the first one got.
  const { state, hosted_url } = findPayment(shop.database.read, reference) ?? payment;
  return redirect(state === 'open' && hosted_url !== null ? hosted_url : ownPage);
}
