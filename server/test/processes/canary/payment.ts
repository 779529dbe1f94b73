import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { fromTransactionId } from '../../../src/ids.ts';
import { get, sign } from '../../harness/client.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { depositBody, turkishIban, withdrawalBody } from '../../harness/factories.ts';
import { BOUNDARY, multipart, pdf } from '../../http/pay/detail-forms.ts';
import type { World } from './world.ts';

export function letters(): string {
  return Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');
}

export interface Paid {
  name: string;
  sender: string;
  email: string;
  iban: string;
  customer: Record<string, unknown>;
  pagePath: string;
  depositId: string;
  payoutId: string;
}

/** The player's part, and the partner's. */
export async function pay(world: World): Promise<Paid> {
  const { ask, askPage, keep, partner } = world;
  const name = `Kanarya Gülümser ${letters()}`;
  const sender = `Hüma Kuşoğlu ${letters()}`;
  const email = `${letters()}@kanarya.example`;
  const iban = turkishIban(randomInt(1_000_000_000, 8_000_000_000));
  const customer = { id: 'player-1', username: 'kanarya', fullName: name };
  const create = { ...depositBody({ customer: { ...customer, email } }) };
  const deposit = assertCreated(await ask(sign(partner, { path: '/v1/deposits', body: create })));
  const { pathname: pagePath } = new URL(String(deposit['hostedUrl']));
  const token = pagePath.split('/').at(-1) ?? '';
  keep('page token', token);
  keep('page token', Buffer.from(token, 'base64url'));

  assert.equal((await askPage({ method: 'GET', path: pagePath })).status, 200);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal(
    (await askPage({ path: `${pagePath}/sent`, headers: { ...form, 'content-length': '0' } })).status,
    303,
  );
  // A wrong time first: the form is shown again, with what was typed.
  const wrong = new URLSearchParams({ senderName: sender, ibanLastFour: iban, sentAt: 'never' }).toString();
  await askPage({ path: `${pagePath}/details?lang=tr`, headers: form, body: wrong });
  const details = multipart([{ content: pdf('receipt') }], {
    // Another sender than the player would take two people.
    senderName: name,
    ibanLastFour: iban.slice(-4),
  });
  const upload = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  assert.equal(
    (await askPage({ path: `${pagePath}/details?lang=tr`, headers: upload, body: details })).status,
    303,
  );

  const payoutBody = withdrawalBody({
    amount: '500.00',
    customer,
    withdrawalAccount: { bankName: 'Ziraat Bankası', accountHolderName: name, iban },
  });
  const payout = assertCreated(await ask(sign(partner, { path: '/v1/withdrawals', body: payoutBody })));
  for (const { path } of [{ path: `/v1/transactions/${String(deposit['id'])}` }, { path: '/v1/balance' }])
    assert.equal((await get(world.api.url, partner, path)).status, 200);
  const [depositId = '', payoutId = ''] = [deposit, payout].map(({ id }) => fromTransactionId(String(id)));
  return { name, sender, email, iban, customer, pagePath, depositId, payoutId };
}
