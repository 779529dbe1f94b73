/** What operators at the console can't do any more, or not alone. */
import { BANK_BALANCE } from '../../../harness/console-payouts.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import type { ConsoleAnswer } from '../../../harness/console.ts';
import { rememberSettings } from './platform-samples.ts';
import { asked } from './sample.ts';
import type { Sample } from './sample.ts';

/** `open`, or that a second person is needed, or why it is refused. */
function said({ body, text }: ConsoleAnswer): string {
  const word = [body['outcome'], body['refusal']].find((one) => typeof one === 'string');
  return word === 'made' ? 'open' : (word ?? text);
}

export const DESK_SAMPLES: readonly Sample[] = [
  {
    action: 'bank_account.pause',
    route: 'pauseBankAccount',
    what: 'payouts',
    async prepare({ desk }) {
      const { id } = await insertBankAccount(desk.owner);
      const { page } = await desk.operator();
      const take = async (): Promise<string> => {
        const payout = await desk.withdrawal();
        const press = { ...(await desk.press(payout)), bankAccountId: id };
        return said(await page.call('takePayout', press, { id: payout }));
      };
      return { id, body: { deposits: false, payouts: true }, ...asked(take, 'paying_account_unavailable') };
    },
  },
  {
    action: 'bank_account.set',
    route: 'setBankAccount',
    what: 'the tolerance',
    async prepare({ desk }) {
      const { id } = await insertBankAccount(desk.owner);
      await desk.owner.query('update bank_account set tolerance_cents = 100000000 where id = $1', [id]);
      await desk.owner.query('update partner set credit_line_cents = 100000000000 where id = $1', [
        desk.partner.id,
      ]);
      const { page } = await desk.operator();
      const authorise = async (): Promise<string> => {
        const payout = await desk.withdrawal();
        const press = { ...(await desk.press(payout)), bankAccountId: id };
        await page.call('takePayout', press, { id: payout });
        const second = { ...(await desk.press(payout)), bankBalance: BANK_BALANCE };
        return said(await page.call('authorisePayout', second, { id: payout }));
      };
      return { id, body: { tolerance: '0.00' }, ...asked(authorise, 'shortfall_above_tolerance') };
    },
  },
  {
    action: 'limits.set',
    route: 'setLimits',
    what: 'the four-eyes amount',
    async prepare({ desk }) {
      const { page } = await desk.operator();
      const approve = async (): Promise<string> => {
        const deposit = await desk.deposit();
        const press = { ...(await desk.press(deposit)), actualAmount: '1000.00' };
        return said(await page.call('approveDeposit', press, { id: deposit }));
      };
      const restore = await rememberSettings(desk);
      return { body: { fourEyesCents: '999.99' }, ...asked(approve, 'asked'), restore };
    },
  },
];
