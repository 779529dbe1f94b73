/** What no partner can do any more, and accounts that no new player is shown. */
import { randomUUID } from 'node:crypto';
import { post } from '../../../harness/client.ts';
import { assertCreated } from '../../../harness/expectations.ts';
import { depositBody, insertBankAccount, insertPartner } from '../../../harness/factories.ts';
import { deposits, withdrawals, withdrawalsTo } from './partner-samples.ts';
import { asked } from './sample.ts';
import type { Cell, Sample } from './sample.ts';

const GERMAN = 'DE89370400440532013000';

/** Remembers what holds for everybody, to put it back. */
export async function rememberSettings({ owner }: Cell['desk']): Promise<() => Promise<unknown>> {
  const { rows } = await owner.query<{ version: number }>(
    'select max(version) as version from platform_settings',
  );
  const version = rows[0]?.version;
  return async () => await owner.query('delete from platform_settings where version > $1', [version]);
}

/** Changes what holds for everybody, and puts it back. */
const platform = (
  sample: Pick<Sample, 'action' | 'route' | 'what'>,
  body: object,
  ask: typeof deposits,
  closed: string,
): Sample => ({
  ...sample,
  async prepare({ desk, api }) {
    const partner = await insertPartner(desk.owner);
    const restore = await rememberSettings(desk);
    return { body, ...asked(async () => await ask(api, partner), closed), restore };
  },
});

const limits = (what: string): Pick<Sample, 'action' | 'route' | 'what'> => ({
  action: 'limits.set',
  route: 'setLimits',
  what,
});
const pause = (what: string): Pick<Sample, 'action' | 'route' | 'what'> => ({
  action: 'platform.pause',
  route: 'pausePlatform',
  what,
});

/** `open` as long as one of some new players is shown the account. They are spread evenly, so each of two is used. */
async function isShown({ desk: { owner, partner }, api }: Cell, accountId: string): Promise<string> {
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const customer = { ...depositBody().customer, id: randomUUID() };
      return assertCreated(await post(api, partner, '/v1/deposits', depositBody({ customer })));
    }),
  );
  const references = answers.map((deposit) => deposit['externalReference']);
  const { rowCount } = await owner.query(
    'select from transaction where external_reference = any($1) and bank_account_id = $2',
    [references, accountId],
  );
  return rowCount === 0 ? 'shown to nobody' : 'open';
}

const account = (sample: Pick<Sample, 'action' | 'route' | 'what'>, body: object): Sample => ({
  ...sample,
  async prepare(cell) {
    const { id } = await insertBankAccount(cell.desk.owner);
    return { id, body, ...asked(async () => await isShown(cell, id), 'shown to nobody') };
  },
});

export const PLATFORM_SAMPLES: readonly Sample[] = [
  platform(limits('the largest deposit'), { depositMaxCents: '999.99' }, deposits, 'amount_out_of_range'),
  platform(
    limits('the smallest withdrawal'),
    { withdrawalMinCents: '1000.01' },
    withdrawals,
    'amount_out_of_range',
  ),
  {
    ...limits('a country'),
    async prepare(cell) {
      const { owner } = cell.desk;
      await owner.query(
        `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
           deposit_expiry_seconds, payout_countries, created_by) values (1, 50000000, 1, 50000000, 3600, '{DE,TR}', 'test')`,
      );
      const to = withdrawalsTo({ iban: GERMAN });
      return await platform(limits(''), { payoutCountries: ['TR'] }, to, 'invalid_request').prepare(cell);
    },
  },
  platform(pause('deposits'), { deposits: true, withdrawals: false }, deposits, 'deposits_paused'),
  platform(pause('withdrawals'), { deposits: false, withdrawals: true }, withdrawals, 'withdrawals_paused'),
  account(
    { action: 'bank_account.pause', route: 'pauseBankAccount', what: 'deposits' },
    { deposits: true, payouts: false },
  ),
  account({ action: 'bank_account.disable', route: 'disableBankAccount' }, {}),
  account({ action: 'bank_account.freeze', route: 'freezeBankAccount' }, {}),
  account({ action: 'bank_account.set', route: 'setBankAccount', what: 'the cap' }, { dailyCap: '1.00' }),
];
