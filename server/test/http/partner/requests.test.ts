import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { depositTransaction } from '@vezne/contract/partner/deposits';
import { withdrawalTransaction } from '@vezne/contract/partner/withdrawals';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertPartner, newReference, withdrawalBody } from '../../harness/factories.ts';

const DEPOSITS = '/v1/deposits';
const WITHDRAWALS = '/v1/withdrawals';
const IBAN = 'TR330006100519786457841326';
const OTHER_IBAN = 'TR320010009999901234567890';

suite('creating a transaction', { concurrency: 4 }, () => {
  test('a deposit of 1000.00 at 3 % is answered with every field, in both settlement modes', async (t) => {
    for (const [mode, playerAmountCents] of [
      ['deduct_from_amount', 97_000],
      ['fee_on_top', 100_000],
    ] as const) {
      const { url, partner } = await startTestApi(t, { partner: { mode } });
      const body = depositBody();
      const answer = await post(url, partner, DEPOSITS, body);
      const { id, referenceCode, hostedUrl, ...rest } = assertCreated(answer);
      assert.deepEqual(rest, {
        type: 'deposit',
        status: 'waiting_payment',
        amountCents: 100_000,
        requestedAmountCents: 100_000,
        actualAmountCents: null,
        commissionCents: 3_000,
        netAmountCents: 97_000,
        playerAmountCents,
        balanceImpactCents: 97_000,
        externalReference: body.externalReference,
        redirectUrl: body.redirectUrl,
      });
      assert.match(String(id), /^txn_[0-9a-f]{32}$/);
      assert.match(String(referenceCode), /^[2-9ACDEFHJKMNPRTWX]{8}$/);
      assert.match(String(hostedUrl), new RegExp(`^https://pay\\.example/pay/${String(id)}/[\\w-]{43}$`));
      depositTransaction.parse(answer.json?.['transaction']);
      assert.equal(answer.headers['idempotent-replayed'], undefined);
      assert.match(answer.headers['x-request-id']?.toString() ?? '', /^req_[0-9a-f]{32}$/);
    }
  });

  test('a withdrawal of 1000.00 at 3 % is answered with every field, in both settlement modes', async (t) => {
    for (const [mode, playerAmountCents, balanceImpactCents] of [
      ['deduct_from_amount', 97_000, -100_000],
      ['fee_on_top', 100_000, -103_000],
    ] as const) {
      const { url, partner } = await startTestApi(t, { partner: { mode } });
      const answer = await post(url, partner, WITHDRAWALS, withdrawalBody());
      const { id, ...rest } = assertCreated(answer);
      assert.match(String(id), /^txn_[0-9a-f]{32}$/);
      assert.deepEqual(rest, {
        type: 'withdrawal',
        status: 'waiting_confirmation',
        amountCents: 100_000,
        playerAmountCents,
        commissionCents: 3_000,
        balanceImpactCents,
      });
      withdrawalTransaction.parse(answer.json?.['transaction']);
    }
  });

  test('the stored values are the sent ones, in composed letters and without unknown fields', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const fullName = 'Ays\u0327e Is\u0327ık';
    const customer = { id: 'p 1', username: 'u', fullName, email: '', note: 'x' };
    assertCreated(
      await post(url, partner, DEPOSITS, { ...depositBody({ customer }), unknown: [1, { a: null }] }),
    );
    const { rows } = await owner.query(
      'select customer_id, customer_username, customer_full_name, customer_email, amount_cents from transaction',
    );
    assert.deepEqual(rows, [
      {
        customer_id: 'p 1',
        customer_username: 'u',
        customer_full_name: fullName.normalize('NFC'),
        customer_email: null,
        amount_cents: 100_000n,
      },
    ]);
  });

  test('a deposit keeps the language of its page; anything but tr and en is ignored, and the answer is the same', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const sent = ['tr', 'en', undefined, 'TR', 'de', '', 7, true, null, {}, ['tr'], { tr: { en: [] } }];
    for (const language of sent) {
      const externalReference = newReference();
      const answer = await post(url, partner, DEPOSITS, { ...depositBody({ externalReference }), language });
      assertCreated(answer);
      assert.ok(!('language' in Object(answer.json?.['transaction'])), 'the contract has no such field');
      const { rows } = await owner.query(
        'select language, redirect_url from transaction where external_reference = $1',
        [externalReference],
      );
      const stored = language === 'tr' || language === 'en' ? language : null;
      assert.deepEqual(rows, [{ language: stored, redirect_url: depositBody().redirectUrl }]);
    }
  });
});

suite('sending a create again', { concurrency: 4 }, () => {
  test('the answer has the same bytes and says that it is a replay, whatever else differs', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const deposit = { ...depositBody(), language: 'tr' };
    const withdrawal = withdrawalBody();
    const calls: [path: string, body: object, changes: object[]][] = [
      [
        DEPOSITS,
        deposit,
        [
          {},
          { redirectUrl: 'https://other.example/' },
          { customer: { ...deposit.customer, username: 'other', fullName: 'Other', email: null } },
          // A retry is recognised by its identifying fields. Other fields may even be malformed.
          { redirectUrl: 'javascript:alert(1)' },
          { redirectUrl: undefined },
          { customer: { id: deposit.customer.id } },
          // The deposit has a language, and it is no part of what makes a request the same.
          { language: 'en' },
          { language: undefined },
          { language: { tr: 1 } },
        ],
      ],
      [
        WITHDRAWALS,
        withdrawal,
        [
          {},
          { customer: { ...withdrawal.customer, fullName: 'Other' } },
          {
            withdrawalAccount: { ...withdrawal.withdrawalAccount, iban: 'tr33 0006 1005 1978 6457 8413 26' },
          },
          { withdrawalAccount: { ...withdrawal.withdrawalAccount, accountHolderName: 'Other' } },
          { withdrawalAccount: { iban: ` ${IBAN.toLowerCase()} ` } },
        ],
      ],
    ];
    for (const [path, body, changes] of calls) {
      const first = await post(url, partner, path, body);
      assertCreated(first);
      for (const change of changes) {
        const replay = await post(url, partner, path, { ...body, ...change });
        assert.equal(replay.status, 201, JSON.stringify(change));
        assert.equal(replay.text, first.text);
        assert.equal(replay.headers['idempotent-replayed'], 'true');
      }
    }
    assert.equal(await countTransactions(owner), calls.length);
    const { rows } = await owner.query(
      'select redirect_url, customer_full_name from transaction where type = $1',
      ['deposit'],
    );
    assert.deepEqual(rows, [
      { redirect_url: deposit.redirectUrl, customer_full_name: deposit.customer.fullName },
    ]);
  });

  test('the replay keeps its first answer after the terms and the transaction have changed', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const body = depositBody();
    const first = await post(url, partner, DEPOSITS, body);
    await owner.query(
      `insert into partner_terms (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, created_by)
       values ($1, 'deposit', 2, 900, 77, 'fee_on_top', 'test')`,
      [partner.id],
    );
    await owner.query(`update transaction set status = 'waiting_confirmation'`);
    await until(
      async () => assertCreated(await post(url, partner, DEPOSITS, depositBody())),
      ({ commissionCents }) => commissionCents === 9_077,
      2_000,
    );
    const replay = await post(url, partner, DEPOSITS, body);
    assert.equal(replay.text, first.text);
    assert.equal(replay.headers['idempotent-replayed'], 'true');
  });

  test('another amount, customer, currency or IBAN is a conflict that names the stored transaction and its current state', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    for (const [path, body, changes] of [
      [
        DEPOSITS,
        depositBody(),
        [
          { amount: '1000.01' },
          { currency: 'USD' },
          { currency: 'try' },
          { customer: { ...depositBody().customer, id: 'player-2' } },
        ],
      ],
      [
        WITHDRAWALS,
        withdrawalBody(),
        [
          { amount: '999.99' },
          // This is outside the limits too, but the conflict of the reference comes first.
          { amount: '0.01' },
          { currency: 'EUR' },
          { customer: { ...withdrawalBody().customer, id: 'Player-1' } },
          { withdrawalAccount: { ...withdrawalBody().withdrawalAccount, iban: OTHER_IBAN } },
        ],
      ],
    ] as const) {
      const { id, status } = assertCreated(await post(url, partner, path, body));
      for (const change of changes) {
        const answer = await post(url, partner, path, { ...body, ...change });
        const refused = assertRefused(answer, 'external_reference_conflict', JSON.stringify(change));
        assert.deepEqual([refused.transactionId, refused.status], [id, status]);
      }
      await owner.query(
        `update transaction set status = 'rejected', stage = null, reason_code = 'expired', decided_at = now(),
           commission_cents = 0, net_amount_cents = case when type = 'deposit' then 0 end, player_amount_cents = 0,
           balance_impact_cents = 0`,
      );
      const later = assertRefused(
        await post(url, partner, path, { ...body, ...changes[0] }),
        'external_reference_conflict',
      );
      assert.deepEqual([later.transactionId, later.status], [id, 'rejected']);
    }
    assert.equal(await countTransactions(owner), 2);
  });

  test('a deposit and a withdrawal, and two partners, may use the same reference', async (t) => {
    let other = { apiKey: '', apiSecret: '', hashSecret: '' };
    const { url, owner, partner } = await startTestApi(t, {
      prepare: async (owner) => {
        other = await insertPartner(owner);
      },
    });
    const externalReference = newReference();
    const answers = [];
    for (const credentials of [partner, other]) {
      answers.push(await post(url, credentials, DEPOSITS, depositBody({ externalReference })));
      answers.push(await post(url, credentials, WITHDRAWALS, withdrawalBody({ externalReference })));
    }
    assert.equal(new Set(answers.map((answer) => assertCreated(answer)['id'])).size, 4);
    assert.equal(await countTransactions(owner), 4);
    // References are compared letter by letter.
    for (const similar of [
      externalReference.toUpperCase(),
      `${externalReference}0`,
      `0${externalReference}`,
    ]) {
      const answer = await post(url, partner, DEPOSITS, depositBody({ externalReference: similar }));
      assert.equal(answer.headers['idempotent-replayed'], undefined);
      assertCreated(answer);
    }
  });
});
