import type { PayoutInHand } from '../../db/read/payouts/payouts-in-hand.ts';
import { toTransactionId } from '../../ids.ts';
import type { ReleasedWork } from '../../usecases/decisions/release-and-list.ts';
import { amountText, count, indented } from '../layout.ts';

/** For programs, with ids as partners know them. */
export function releasedWorkValues({ payoutsReleased, payoutsAuthorised }: ReleasedWork): object {
  const shown = ({ takenById: _takenById, id, ...payout }: PayoutInHand): object => ({
    id: toTransactionId(id),
    ...payout,
  });
  return {
    payoutsReleased: payoutsReleased.map(shown),
    payoutsAuthorised: payoutsAuthorised.map(shown),
  };
}

/** What went back to the queue, and what to do about the rest. */
export function releasedWorkLines({ payoutsReleased, payoutsAuthorised }: ReleasedWork): string[] {
  const released = `${count(payoutsReleased.length, 'taken payout')} went back to the queue.`;
  if (payoutsAuthorised.length === 0) return [released];
  return [
    released,
    `Authorised and maybe on the way: ${payoutsAuthorised.length}. Look at the bank. What was sent is approved; what was not is handed over or`,
    'released (vezne withdrawal hand-over ID --not-sent --seen FINGERPRINT, vezne withdrawal release ID):',
    ...indented(
      payoutsAuthorised.map(({ id, playerAmountCents, partsSentCents, takenBy }) => [
        toTransactionId(id),
        amountText(playerAmountCents),
        `taken by ${takenBy}`,
        partsSentCents === 0n ? '' : `${amountText(partsSentCents)} sent in parts: it cannot be released`,
      ]),
    ),
  ];
}
