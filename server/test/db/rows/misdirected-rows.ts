import type { Row } from './row.ts';

/** Money of a payout that went to a wrong account. */
export function misdirectedRow(payout: Row): Row {
  return {
    payout_id: payout['id'],
    sent_cents: 500n,
    recovered_cents: 300n,
    written_off_cents: 200n,
    since: new Date(),
  };
}
