import type { Transaction } from 'kysely';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { effectOf } from '@vezne/domain/widening';
import {
  countOpenDepositsOnFrozen,
  countOtherEnabledAccounts,
  takesDeposits,
} from '../../db/read/bank-accounts/bank-accounts.ts';
import type { BankAccountRecord, BankAccountSettings } from '../../db/read/bank-accounts/bank-accounts.ts';
import { readSettingsInForce } from '../../db/read/partners/platform-settings.ts';
import type { Database } from '../../db/schema.ts';
import { updateBankAccount } from '../../db/write/bank-accounts/bank-accounts.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { refused } from '../refusal.ts';
import { getBankAccountForChange } from './get.ts';

export interface ChangedBankAccount {
  account: BankAccountRecord;
  /** undefined: it was like that already, and nothing was written. */
  change: Change | undefined;
}

export interface OpenedBankAccount extends ChangedBankAccount {
  /** Open deposits on frozen accounts, which the worker moves to this account, and to others like it, within seconds. */
  depositsToMove: number;
}

export interface BankAccountDirections {
  account: string;
  deposits: boolean;
  payouts: boolean;
}

interface AccountInput {
  /** By id or IBAN. */
  account: string;
  settings: Partial<BankAccountSettings>;
}

type AccountAct<Changed extends ChangedBankAccount> = Act<AccountInput, Changed>;

/** Changes some of an account's settings and keeps the rest. */
function accountAct<Changed extends ChangedBankAccount>(
  action: AuditAction,
  {
    check,
    tell,
  }: {
    /** Throws when the change must not be made. */
    check?: (trx: Transaction<Database>, before: BankAccountRecord) => Promise<void>;
    tell: (trx: Transaction<Database>, changed: ChangedBankAccount) => Promise<Changed>;
  },
): AccountAct<Changed> {
  return {
    action,
    async plan(trx, { account: idOrIban, settings }) {
      const before = await getBankAccountForChange(trx, idOrIban);
      const account = { ...before, ...settings };
      const change = changeBetween(before, account);
      if (change !== undefined) await check?.(trx, before);
      const { id, iban, holderName, status, dailyCapCents, toleranceCents } = before;
      return {
        subject: { type: 'bank_account', id },
        change,
        effect: effectOf('bank_account', before, account),
        seen: { iban, holderName, status, dailyCapCents, toleranceCents },
        async apply() {
          if (change !== undefined) await updateBankAccount(trx, id, account);
          return await tell(trx, { account, change });
        },
      };
    },
  };
}

const asChanged = async (
  _: Transaction<Database>,
  changed: ChangedBankAccount,
): Promise<ChangedBankAccount> => changed;

async function withDepositsToMove(
  trx: Transaction<Database>,
  changed: ChangedBankAccount,
): Promise<OpenedBankAccount> {
  const depositsToMove = takesDeposits(changed.account) ? await countOpenDepositsOnFrozen(trx) : 0n;
  return { ...changed, depositsToMove: Number(depositsToMove) };
}

/** Without an enabled account every deposit is refused, which is a pause that was never announced. */
async function refuseLastEnabled(trx: Transaction<Database>, account: BankAccountRecord): Promise<void> {
  if (account.status !== 'enabled' || (await countOtherEnabledAccounts(trx, account.id)) > 0n) return;
  if ((await readSettingsInForce(trx)).depositsPaused) return;
  throw refused('last_enabled_account');
}

export const setBankAccountAct = accountAct('bank_account.set', { tell: asChanged });
const pauseBankAccountAct = accountAct('bank_account.pause', { tell: asChanged });
const resumeBankAccountAct = accountAct('bank_account.resume', { tell: withDepositsToMove });
export const disableBankAccountAct = accountAct('bank_account.disable', {
  check: refuseLastEnabled,
  tell: asChanged,
});
export const enableBankAccountAct = accountAct('bank_account.enable', { tell: withDepositsToMove });

/**
 * Sets how much the account may be given to receive in a day (Europe/Istanbul; null takes the cap away), and how much may be
 * missing in its books when money leaves.
 */
export async function setBankAccount(
  context: AdminContext,
  {
    account,
    ...settings
  }: { account: string } & Partial<Pick<BankAccountSettings, 'dailyCapCents' | 'toleranceCents'>>,
): Promise<Performed<ChangedBankAccount>> {
  return await perform(context, setBankAccountAct, { account, settings });
}

/** No new deposit is given the account, no new payout leaves from it, or both. */
export async function pauseBankAccount(
  context: AdminContext,
  request: BankAccountDirections,
): Promise<Performed<ChangedBankAccount>> {
  return await perform(context, pauseBankAccountAct, pauses(request, true));
}

/** Ends a pause of an account's deposits, payouts or both. */
export async function resumeBankAccount(
  context: AdminContext,
  request: BankAccountDirections,
): Promise<Performed<OpenedBankAccount>> {
  return await perform(context, resumeBankAccountAct, pauses(request, false));
}

function pauses({ account, deposits, payouts }: BankAccountDirections, isPaused: boolean): AccountInput {
  const settings = {
    ...(deposits ? { depositsPaused: isPaused } : {}),
    ...(payouts ? { payoutsPaused: isPaused } : {}),
  };
  return { account, settings };
}

/** No new deposit is given the account. Deposits that show it already go on: the account itself still works. */
export async function disableBankAccount(
  context: AdminContext,
  account: string,
): Promise<Performed<ChangedBankAccount>> {
  return await perform(context, disableBankAccountAct, { account, settings: { status: 'disabled' } });
}

/** From disabled or frozen: players may be shown the account and payouts may leave from it. */
export async function enableBankAccount(
  context: AdminContext,
  account: string,
): Promise<Performed<OpenedBankAccount>> {
  return await perform(context, enableBankAccountAct, { account, settings: { status: 'enabled' } });
}
