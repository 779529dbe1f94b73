import { formatIban, normalizeIban } from '@vezne/domain/iban';
import type { Cents } from '@vezne/domain/money';
import { isTaken } from '../../db/constraint.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts.ts';
import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { BANK_ACCOUNT_IBAN_KEY, insertBankAccount } from '../../db/write/bank-accounts.ts';
import { newId } from '../../ids.ts';
import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { checkedText } from '../checked-text.ts';
import { plainValues } from '../plain-values.ts';
import { getBankAccount } from './get.ts';

export interface BankAccountAddition {
  bankName: string;
  holderName: string;
  iban: string;
  dailyCapCents: Cents | null;
}

const BANK_NAME_MAX_LENGTH = 64;
const HOLDER_NAME_MAX_LENGTH = 128;

/** Adds an account that nobody is shown yet: a typing error is found before money follows it. */
export async function addBankAccount(
  { db, actor }: AdminContext,
  addition: BankAccountAddition,
): Promise<BankAccountRecord> {
  const account = {
    bankName: checkedText("The bank's name", addition.bankName, { maxLength: BANK_NAME_MAX_LENGTH }),
    holderName: checkedText("The holder's name", addition.holderName, { maxLength: HOLDER_NAME_MAX_LENGTH }),
    iban: checkedIban(addition.iban),
    dailyCapCents: addition.dailyCapCents,
  };
  const id = newId();
  return await db.transaction().execute(async (trx) => {
    try {
      await insertBankAccount(trx, { id, ...account });
    } catch (error) {
      if (!isTaken(error, BANK_ACCOUNT_IBAN_KEY)) throw error;
      const iban = formatIban(account.iban);
      throw new AdminError(
        `The IBAN ${iban} was added before. See it with: vezne bank-account show "${iban}"`,
        { cause: error },
      );
    }
    const details = { after: { ...plainValues(account), status: 'disabled' } };
    await insertCommandLineEntry(trx, {
      actor,
      action: 'bank_account.added',
      subjectType: 'bank_account',
      subjectId: id,
      details,
    });
    return await getBankAccount(trx, id);
  });
}

function checkedIban(text: string): string {
  const iban = normalizeIban(text);
  if (iban === undefined)
    throw new AdminError(
      `"${text}" is not an IBAN: its length or its check digits are wrong. Compare it with the bank's letter.`,
    );
  if (!iban.startsWith('TR'))
    throw new AdminError(
      `${formatIban(iban)} is not a Turkish IBAN. Players pay in TRY, so the account must be in Turkey.`,
    );
  return iban;
}
