import { ibanCountry } from '@vezne/domain/iban';
import { compareNames } from '@vezne/domain/names';
import type { CreateCall } from '../transactions/create.ts';
import { refused } from '../refusal.ts';

/** Refuses a payout to an account that we do not pay to, or to a holder whom the partner does not want. */
export function checkPayoutAccount(
  { partner, view: { configuration }, nowMs }: Pick<CreateCall<unknown>, 'partner' | 'view' | 'nowMs'>,
  { playerName, account }: { playerName: string; account: { holderName: string; iban: string } },
): void {
  const { iban, holderName } = account;
  const country = ibanCountry(iban);
  if (!configuration.payoutCountries.has(country)) {
    throw refused('payout_country_not_allowed', { country, allowed: [...configuration.payoutCountries] });
  }
  // A partner need not learn which accounts are ours, nor which are blocked. So both get the same answer.
  if (configuration.ownIbans.has(iban) || configuration.blocks.isIbanBlocked(iban, nowMs)) {
    throw refused('payout_account_refused');
  }
  if (partner.refusesOtherHolders && compareNames(holderName, playerName) === 'different') {
    throw refused('other_holder_refused');
  }
}
