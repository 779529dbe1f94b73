/** How accounts are written here. Auditors get IBANs with stars, in groups already. */
import { formatIban } from '@vezne/domain/iban';
import { shortBank } from '../desk/short-bank.ts';

/** "Ziraat •• 1326" */
export function nameOfAccount(account: { bankName: string } & ({ iban: string } | { ibanLastFour: string })) {
  const end = 'iban' in account ? account.iban.replaceAll(' ', '').slice(-4) : account.ibanLastFour;
  return `${shortBank(account.bankName)} •• ${end}`;
}

export function writtenIban(iban: string): string {
  return iban.includes('*') ? iban.replaceAll('*', '•') : formatIban(iban);
}
