import { beginDeposit } from '../money/deposit.ts';
import { findPayment, isReference } from '../money/payments.ts';
import type { Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { depositPage } from './pages/deposit.ts';
import { problemsOf, readAmountField } from './problems.ts';
import type { Problems } from './problems.ts';
import { page, redirect } from './reply.ts';
import type { Reply } from './reply.ts';
import type { PageServices } from './page-services.ts';
import type { Visit } from './visit.ts';

/** Turns the player's input into a deposit, and redirects the player to the payment page. */
export async function postDeposit(
  shop: Shop,
  { sender, limits }: PageServices,
  { visit, player, form }: { visit: Visit; player: Player; form: URLSearchParams },
): Promise<Reply> {
  const reference = form.get('reference') ?? '';
  const amountText = form.get('amount') ?? '';
  const range = (await limits())?.deposit;
  const { value: amountCents, problem } = readAmountField(visit, amountText, range);
  const again = (problems: Problems): Reply => page(depositPage(visit, { range, problems, amountText }), 422);
  const expired = { fields: {}, form: visit.texts.problem.expired };

  if (problem !== undefined) return again({ fields: { amount: problem } });
  if (!isReference(reference)) return again(expired);
  const ownPage = `/payments/${reference}`;
  await beginDeposit(shop, { player, reference, amountCents, language: visit.language });
  const payment = findPayment(shop.database.read, reference);
  if (payment?.kind !== 'deposit' || payment.player_id !== player.id) return redirect(ownPage);
  // The form was sent before with another amount. That payment stays, and this one needs a form of its own.
  if (payment.amount_cents !== amountCents) return again(expired);
  const sent = await sender.send(payment);
  if (sent.outcome === 'refused') return again(problemsOf(sent.error, visit));
  // From the table, where a second click also finds the address that the first one got.
  const { state, hosted_url } = findPayment(shop.database.read, reference) ?? payment;
  return redirect(state === 'open' && hosted_url !== null ? hosted_url : ownPage);
}
