import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import {
  insertBankAccount,
  insertBlock,
  insertPartner,
  turkishIban,
  withdrawalBody,
} from '../../harness/factories.ts';

const IBAN = 'withdrawalAccount.iban';
const HOLDER = 'withdrawalAccount.accountHolderName';
const GERMAN = 'DE89370400440532013000';
const BRITISH = 'GB82WEST12345698765432';

async function payTo({ url, partner }: Pick<TestApi, 'url' | 'partner'>, account: Record<string, string>) {
  const body = withdrawalBody();
  const withdrawalAccount = { ...body.withdrawalAccount, ...account };
  return await post(url, partner, '/v1/withdrawals', { ...body, withdrawalAccount });
}

function assertFieldRefused(answer: Answer, field: string): string {
  const { fields = [] } = assertRefused(answer, 'invalid_request');
  assert.deepEqual(
    fields.map(({ path }) => path),
    [field],
  );
  return fields[0]?.problem ?? '';
}

suite('the account of a payout', { concurrency: 4 }, () => {
  test('is in Turkey, unless the platform allows other countries', async (t) => {
    const api = await startTestApi(t);
    for (const iban of [GERMAN, BRITISH]) {
      const problem = assertFieldRefused(await payTo(api, { iban }), IBAN);
      assert.equal(problem, `is an account in ${iban.slice(0, 2)}, and payouts go to TR only`);
    }
    assert.equal(await countTransactions(api.owner), 0);
    assertCreated(await payTo(api, { iban: turkishIban(777) }));

    await api.owner.query(
      `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
         deposit_expiry_seconds, payout_countries, created_by) values (1, 50000000, 1, 50000000, 3600, '{DE,TR}', 'test')`,
    );
    await until(
      async () => await payTo(api, { iban: GERMAN }),
      ({ status }) => status === 201,
      2_000,
    );
    assertCreated(await payTo(api, { iban: turkishIban(778) }));
    assertFieldRefused(await payTo(api, { iban: BRITISH }), IBAN);
  });

  test('is never one of our own, whatever its status and however it is written', async (t) => {
    const own: string[] = [];
    const api = await startTestApi(t, {
      prepare: async (owner) => {
        for (const status of ['enabled', 'disabled', 'frozen']) {
          own.push((await insertBankAccount(owner, { status })).iban);
        }
      },
    });
    for (const iban of own) {
      const problem = assertFieldRefused(await payTo(api, { iban }), IBAN);
      assert.equal(problem, 'is refused: this account cannot be paid to');
      assertFieldRefused(await payTo(api, { iban: iban.toLowerCase().replace(/(.{4})/g, '$1 ') }), IBAN);
    }
    assert.equal(await countTransactions(api.owner), 0);

    const iban = turkishIban(779);
    assertCreated(await payTo(api, { iban }));
    await api.owner.query(`update bank_account set iban = $1 where status = 'frozen'`, [iban]);
    await until(
      async () => await payTo(api, { iban }),
      ({ status }) => status === 400,
      2_000,
    );
  });

  test('is refused while its IBAN is blocked, for every partner, with the words for an account of our own', async (t) => {
    const blocked = turkishIban(780);
    let other: TestApi['partner'] | undefined;
    const api = await startTestApi(t, {
      prepare: async (owner) => {
        await insertBlock(owner, { iban: blocked });
        other = await insertPartner(owner);
      },
    });
    assert.ok(other);
    for (const partner of [api.partner, other]) {
      const problem = assertFieldRefused(await payTo({ ...api, partner }, { iban: blocked }), IBAN);
      assert.equal(problem, 'is refused: this account cannot be paid to');
      assertCreated(await payTo({ ...api, partner }, { iban: turkishIban(781) }));
    }
    await api.owner.query(`update blocked_party set ended_at = now(), ended_by = 'test'`);
    await until(
      async () => await payTo(api, { iban: blocked }),
      ({ status }) => status === 201,
      2_000,
    );
  });

  test('belongs to the player, if the partner wants no other holders', async (t) => {
    const api = await startTestApi(t, {
      prepare: async (owner) => await owner.query('update partner set refuse_other_holders = true'),
    });
    // The player is Ayşe Işık.
    for (const accountHolderName of ['Mehmet Demir', 'Fatma Işık', 'Ayşe', '12345']) {
      assertFieldRefused(await payTo(api, { accountHolderName }), HOLDER);
    }
    assert.equal(await countTransactions(api.owner), 0);
    for (const accountHolderName of ['Ayşe Işık', 'ISIK AYSE', 'Ayşe Nur Işık', 'A. Işık']) {
      assertCreated(await payTo(api, { accountHolderName }));
    }
  });

  test('may belong to another, if the partner has not refused that', async (t) => {
    const api = await startTestApi(t);
    assertCreated(await payTo(api, { accountHolderName: 'Mehmet Demir' }));
  });
});
