import { normalizeIban } from '@vezne/domain/iban';
import type { Cents } from '@vezne/domain/money';
import { isTaken } from '../../db/constraint.ts';
import { findBankAccount } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import { BANK_ACCOUNT_IBAN_KEY, insertBankAccount } from '../../db/write/bank-accounts/bank-accounts.ts';
import type { AdminContext } from '../admin-context.ts';
import { checkedText } from '../checked-text.ts';
import { newSubjectId, perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { plainValues } from '../plain-values.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import { textForStrangers } from '../text-for-strangers.ts';
import { getBankAccount } from './get.ts';

export interface BankAccountAddition {
  bankName: string;
  holderName: string;
  iban: string;
  dailyCapCents: Cents | null;
}

const BANK_NAME_MAX_LENGTH = 64;
const HOLDER_NAME_MAX_LENGTH = 128;

/** A new account, with its id: so that the request, the row and the database's own rule speak of the same one. */
export const addBankAccountAct: Act<BankAccountAddition & { id: string }, BankAccountRecord> = {
  action: 'bank_account.add',
  async plan(trx, { id, ...account }) {
    if ((await findBankAccount(trx, account.iban)) !== undefined) {
      throw refused('iban_taken', { iban: account.iban });
    }
    return {
      subject: { type: 'bank_account', id },
      change: { before: {}, after: { ...plainValues(account), status: 'disabled' } },
      effect: 'widens',
      seen: {},
      async apply() {
        try {
          await insertBankAccount(trx, { id, ...account });
        } catch (error) {
          if (!isTaken(error, BANK_ACCOUNT_IBAN_KEY)) throw error;
          throw new RefusedError(refusal('iban_taken', { iban: account.iban }), { cause: error });
        }
        return await getBankAccount(trx, id);
      },
    };
  },
};

/** Asks for a new account. It begins disabled: a typing error is found before money follows it. */
export async function addBankAccount(
  context: AdminContext,
  addition: BankAccountAddition,
): Promise<Performed<BankAccountRecord>> {
  return await perform(context, addBankAccountAct, {
    id: newSubjectId(context),
    bankName: textForStrangers('bank_name', addition.bankName, { maxLength: BANK_NAME_MAX_LENGTH }),
    holderName: checkedText('holder_name', addition.holderName, { maxLength: HOLDER_NAME_MAX_LENGTH }),
    iban: checkedIban(addition.iban),
    dailyCapCents: addition.dailyCapCents,
  });
}

function checkedIban(text: string): string {
  const iban = normalizeIban(text);
  if (iban === undefined) throw refused('iban_invalid', { text });
  // Players pay in TRY.
  if (!iban.startsWith('TR')) throw refused('iban_not_turkish', { iban });
  return iban;
}
