/** Operators with payouts at the console, in the words of its routes. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openConsoleDesk } from './console-desk.ts';
import type { ConsoleDesk, Operator } from './console-desk.ts';
import type { ConsoleAnswer } from './console.ts';
import { fundPayouts } from './payouts.ts';

/** What the bank shows. The books of a test hold less. */
export const BANK_BALANCE = '9000000.00';

export interface PayoutDesk extends ConsoleDesk {
  take(who: Operator, id: string): Promise<ConsoleAnswer>;
  authorise(who: Operator, id: string): Promise<ConsoleAnswer>;
  approve(who: Operator, id: string): Promise<ConsoleAnswer>;
  /** Taken and authorised, by one person or by two. */
  authorised(options?: { by?: Operator; and?: Operator; amountCents?: bigint }): Promise<string>;
}

let references = 0;
/** What the bank calls a transfer, each time another one. */
export function nextReference(): string {
  return `P-${(references += 1)}`;
}

/** A partner with credit, and an account whose books may lag far behind its bank. */
export async function openPayoutDesk(
  t: TestContext,
  options: Parameters<typeof openConsoleDesk>[1] = {},
): Promise<PayoutDesk> {
  const desk = await openConsoleDesk(t, options);
  await fundPayouts(desk);
  await desk.owner.query('update partner set credit_line_cents = 100000000000');
  await desk.owner.query('update bank_account set tolerance_cents = 100000000000');
  const { bankAccount } = desk;
  const take: PayoutDesk['take'] = async ({ page }, id) =>
    await page.call('takePayout', { ...(await desk.press(id)), bankAccountId: bankAccount.id }, { id });
  const authorise: PayoutDesk['authorise'] = async ({ page }, id) =>
    await page.call('authorisePayout', { ...(await desk.press(id)), bankBalance: BANK_BALANCE }, { id });
  return {
    ...desk,
    take,
    authorise,
    approve: async ({ page }, id) =>
      await page.call('approvePayout', { ...(await desk.press(id)), bankReference: nextReference() }, { id }),
    async authorised({ by, and, amountCents = 100_000n } = {}) {
      const id = await desk.withdrawal({ amountCents });
      const taker = by ?? (await desk.operator());
      assert.equal((await take(taker, id)).status, 200);
      assert.equal((await authorise(and ?? taker, id)).body['stage'], 'authorised');
      return id;
    },
  };
}

/** Whether an answer as it came has the IBAN anywhere, in one piece or in groups. */
export function holdsIban({ text }: ConsoleAnswer, iban: string): boolean {
  return text.replaceAll(/\s|\\u00a0|&nbsp;|%20|[+.-]/gi, '').includes(iban);
}
