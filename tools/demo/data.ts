import { cents } from '@vezne/domain/money';
import { addBankAccount } from '../../server/src/usecases/bank-accounts/add.ts';
import { enableBankAccount } from '../../server/src/usecases/bank-accounts/change.ts';
import { createPartner } from '../../server/src/usecases/partners/create.ts';
import type { Administration } from './administration.ts';
import type { DemoState } from './state.ts';

/** Invented accounts with codes of real banks. Their check digits are right, so they pass every rule about IBANs. */
const BANK_ACCOUNTS = [
  { bankName: 'Ziraat Bankası', holderName: 'Vezne Demo Ödeme A.Ş.', iban: 'TR620001001234567890123456' },
  { bankName: 'Garanti BBVA', holderName: 'Vezne Demo Ödeme A.Ş.', iban: 'TR680006200009999901234567' },
  { bankName: 'İş Bankası', holderName: 'Vezne Demo Ödeme A.Ş.', iban: 'TR290006400000112345678901' },
];

const SETTLEMENT_ACCOUNT = { iban: 'TR350001500158007299887766', holderName: 'Demo Shop Ltd. Şti.' };

/** A partner at 3 % and bank accounts to pay to, made with the same use cases as the command line. */
export async function makeDemoData({
  context,
  agree,
}: Administration): Promise<NonNullable<DemoState['partner']>> {
  for (const account of BANK_ACCOUNTS) {
    const { id } = await agree(addBankAccount(context, { ...account, dailyCapCents: null }));
    await agree(enableBankAccount(context, id));
  }
  const terms = { basisPoints: 300, fixedCents: cents(0n), mode: 'deduct_from_amount' } as const;
  const { name, credentials } = await agree(
    createPartner(context, {
      settings: { name: 'Demo Shop', settlementAccount: SETTLEMENT_ACCOUNT },
      terms: { deposit: terms, withdrawal: terms },
    }),
  );
  const { apiKey, apiSecret, hashSecret } = credentials;
  return { name, apiKey, apiSecret, hashSecret };
}
