import { normalizeIban } from '@vezne/domain/iban';
import type { Cents } from '@vezne/domain/money';
import { isTaken } from '../../db/constraint.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { BANK_ACCOUNT_IBAN_KEY, insertBankAccount } from '../../db/write/bank-accounts.ts';
import { newId } from '../../ids.ts';
import type { AdminContext } from '../admin-context.ts';
import { checkedText } from '../checked-text.ts';
import { plainValues } from '../plain-values.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import { getBankAccount } from './get.ts';

export interface BankAccountAddition {
  bankName: string;
  holderName: string;
  iban: string;
  dailyCapCents: Cents | null;
}

const BANK_NAME_MAX_LENGTH = 64;
const HOLDER_NAME_MAX_LENGTH = 128;

/** Adds an account, disabled: a typing error is found before money follows it. */
export async function addBankAccount(
  { db, actor }: AdminContext,
  addition: BankAccountAddition,
): Promise<BankAccountRecord> {
  const account = {
    bankName: checkedText('bank_name', addition.bankName, { maxLength: BANK_NAME_MAX_LENGTH }),
    holderName: checkedText('holder_name', addition.holderName, { maxLength: HOLDER_NAME_MAX_LENGTH }),
    iban: checkedIban(addition.iban),
    dailyCapCents: addition.dailyCapCents,
  };
  const id = newId();
  return await db.transaction().execute(async (trx) => {
    try {
      await insertBankAccount(trx, { id, ...account });
    } catch (error) {
      if (!isTaken(error, BANK_ACCOUNT_IBAN_KEY)) throw error;
      throw new RefusedError(refusal('iban_taken', { iban: account.iban }), { cause: error });
    }
    const details = { after: { ...plainValues(account), status: 'disabled' } };
    await insertAuditEntry(trx, {
      actor,
      action: 'bank_account.add',
      subjectType: 'bank_account',
      subjectId: id,
      details,
    });
    return await getBankAccount(trx, id);
  });
}

function checkedIban(text: string): string {
  const iban = normalizeIban(text);
  if (iban === undefined) throw refused('iban_invalid', { text });
  // Players pay in TRY.
  if (!iban.startsWith('TR')) throw refused('iban_not_turkish', { iban });
  return iban;
}
