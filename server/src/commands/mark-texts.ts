import type { PayoutMark } from '@vezne/domain/payout-marks';

/** What each mark of a payout means, for the operator who has to have read it. */
export const MARK_TEXTS: Readonly<Record<PayoutMark, string>> = {
  partner_may_not_know:
    'The partner may not know of it, and may have given the player the money back: ask the partner first.',
  another_holder: 'The account belongs to somebody else than the player.',
  iban_of_other_players: 'Other players are paid to the same IBAN.',
  iban_changed: "The player's last payout went to another IBAN.",
};
