/** The rules around the transitions, which no table contains. */
export const STATE_RULES = `## What is checked before money leaves

Everything is checked when a withdrawal is authorised: credit under the lock of the balance, settings at most a second before
that. Approval asks for none of it again: by then the money may have left, and a refusal would only hide that.

- The credit line: the partner's balance after setting this payout aside is at least minus its credit line, which is 0 unless
  set otherwise.
- The second person: above the four-eyes amount, by itself or with what the taker authorised today for the same player or IBAN, and
  for another holder than the player at any amount, the one who authorises is not the one who took it. Another spelling of a name is
  the same person ([four-eyes.md](four-eyes.md)).
- The marks of the payout were read, and the person says so. The player and the IBAN are not blocked.
- The bank account that was recorded at the take is enabled, and its payouts are not paused.
- The partner is active, and neither its payouts nor those of the platform are paused.
- The bank account holds enough by the books, less what is authorised from it. Where it doesn't, the person types the balance that
  the bank shows; that is kept, and listed as drift (\`vezne ledger drift\`). No more may be missing than the account's tolerance.

Rejection is possible at every stage: without an enabled bank account nothing can be taken, without credit nothing can be
authorised, and the player must get the money back all the same. Once a withdrawal is authorised, the person who took it may have
sent the money. From there, going back to the queue, rejection, and a payout that came back need another person, at any amount
([decision 12](decisions/0012-the-taker-does-not-undo-an-authorised-payout.md)).

## While a payout is sent

- **Parts.** Banks limit what one transfer may carry. Each part is recorded with its amount and bank reference by the person who has
  the payout in hand, and changes the fingerprint. Together they are never more than the player is paid; approval needs parts that
  add up, or none: then it was one transfer. Once a part has left, the payout can neither go back to the queue nor be rejected.
- **Hand-over.** The taker has left, or can't go on. Somebody who neither took nor authorised the payout looks at the bank, says that
  nothing was sent beyond the recorded parts, and becomes the taker. Whoever had it before may have sent money all the same, so going
  back to the queue, rejection and a payout that came back need a person who never had it.
- **A frozen account, or a person who leaves.** What is taken goes back to the queue. What is authorised is listed, because
  money may be on its way: it is handed over or released by a person who looked at the bank.

## When things turn out differently

- **An approved deposit was wrong.** One person asks for a correction and another confirms it. The amounts change, the books
  move by the difference ([\`deposit_corrected\`](ledger.md#deposit_corrected)), the status stays \`approved\`, and the partner is
  told by \`deposit.corrected\`, if it asked for that event. A deposit can be corrected to nothing.
- **Money was booked at the wrong bank account.** A correction by two people names the right one, for a deposit alone or with
  the amount, and for an approved payout ([\`deposit_account_corrected\`](ledger.md#deposit_account_corrected),
  [\`withdrawal_account_corrected\`](ledger.md#withdrawal_account_corrected)). An account is our own affair: no event.
- **Money comes late, or once more.** What was decided stays as it is. The money becomes a deposit of its own, with an id of
  its own, \`originalTransactionId\`, the \`externalReference\` and the reference code of the old one, and the terms of the old
  one. It is decided like any other, but if it is rejected, there is no event: under the old reference, the partner would read it
  as the rejection of a deposit that was credited. Of the late money for one deposit, one waits for a decision at a time.
- **Money came and was refused.** A rejection that says how much was seen, and where, enters it in the books as unallocated money of
  that account ([\`deposit_refused\`](ledger.md#deposit_refused)). \`vezne ledger unallocated\` lists what is open, the oldest first. It
  leaves in two ways, whole or in parts, and the database lets no more leave than is open. As late money, for this deposit or another,
  when it turns out to be a deposit after all: the late entry names the deposit whose money it is, and its approval takes the money
  from unallocated ([\`refused_money_credited\`](ledger.md#refused_money_credited)). If that late entry is rejected, or not yet decided,
  the money stays open. Or back to the sender ([\`returned_to_sender\`](ledger.md#returned_to_sender)), by two people who both typed the
  IBAN that it came from ([decision 22](decisions/0022-refused-money-is-kept-by-deposit.md)).
- **A bank sends a payout back.** The withdrawal goes from \`approved\` to \`rejected\` with the reason \`payout_returned\`; all that
  it cost the partner is given back, the commission too. The event is \`withdrawal.rejected\`: refund the player.
  The money may arrive at another of our accounts, and short. What is missing is a fee of the bank, and counts like any fee that the
  person enters: above the four-eyes amount, alone or with the day's other operations at the account, it waits for a second person.
- **A payout went to a wrong account.** Two people say so, at any amount. The money is out
  ([\`misdirected_sent\`](ledger.md#misdirected_sent)) until it comes back
  ([\`misdirected_recovered\`](ledger.md#misdirected_recovered)) or is given up, and the payout stays as it is. One that is authorised
  is still to be sent and approved. Of one that is approved, the approval stands for the payment that is made again. Nobody outside is
  told anything. The database never lets more come back than is out.
`;
