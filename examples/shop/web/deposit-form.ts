import { parseAmount } from '../money/amounts.ts';
import { beginDeposit } from '../money/deposit.ts';
import { findPayment, isReference } from '../money/payments.ts';
import type { Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { isWithin } from '../vezne/limits.ts';
import { depositPage } from './pages/deposit.ts';
import { page, redirect } from './reply.ts';
import type { Reply } from './reply.ts';
import { problemOf } from './refusals.ts';
import type { Parts } from './parts.ts';
import type { FormProblem } from './texts/model.ts';
import type { Visit } from './visit.ts';

/** What the player typed becomes a deposit, and the player is sent to the payment page. */
export async function postDeposit(
  shop: Shop,
  { sender, limits }: Parts,
  { visit, player, form }: { visit: Visit; player: Player; form: URLSearchParams },
): Promise<Reply> {
  const reference = form.get('reference') ?? '';
  const amountText = form.get('amount') ?? '';
  const amountCents = parseAmount(amountText);
  const range = (await limits())?.deposit;
  const again = (problem: FormProblem): Reply =>
    page(depositPage(visit, { range, problem, amountText }), 422);

  if (amountCents === undefined) return again('amount');
  if (!isReference(reference)) return again('expired');
  if (!isWithin(amountCents, range)) return again('range');
  const ownPage = `/payments/${reference}`;
  const isNew = await beginDeposit(shop, { player, reference, amountCents });
  const payment = findPayment(shop.database.read, reference);
  if (!isNew || payment === undefined) return redirect(ownPage);
  const sent = await sender.send(payment);
  switch (sent.outcome) {
    case 'created':
      return redirect(sent.hostedUrl ?? ownPage);
    case 'refused':
      return again(problemOf(sent.error));
    case 'unknown':
      return redirect(ownPage);
  }
}
