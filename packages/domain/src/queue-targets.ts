/** A deposit should be decided within this time: its player looks at the page. */
export const DEPOSIT_TARGET_MINUTES = 5;

/** A payout should be sent within this time. */
export const PAYOUT_TARGET_MINUTES = 20;
