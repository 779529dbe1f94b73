import type { ListedPayment } from '../money/payments.ts';
import type { DepositOutcome, StateTexts, Texts } from './texts/model.ts';

export type Colour = 'waiting' | 'approved' | 'rejected';

const COLOURS: Readonly<Record<DepositOutcome, Colour>> = {
  sending: 'waiting',
  open: 'waiting',
  sent: 'waiting',
  approved: 'approved',
  rejected: 'rejected',
  refused: 'rejected',
  expired: 'rejected',
  corrected: 'rejected',
};

export interface Told extends StateTexts {
  colour: Colour;
  /** It failed, and the player may still want to pay. */
  isLost: boolean;
}

/** The words and the colour for the current state of a payment. */
export function outcomeOf(texts: Texts, payment: ListedPayment): Told {
  if (payment.kind === 'withdrawal') {
    return { ...texts.state.withdrawal[payment.state], colour: COLOURS[payment.state], isLost: false };
  }
  const outcome = depositOutcome(payment);
  const isLost = outcome === 'expired' || outcome === 'refused';
  const { short, heading, body } = texts.state.deposit[outcome];
  const additions = outcome === 'approved' ? aboutAmount(texts, payment) : [];
  return { short, heading, body: [body, ...additions].join(' '), colour: COLOURS[outcome], isLost };
}

/** Why the amount in the balance is not the one that the player expects. */
function aboutAmount(
  texts: Texts,
  { amount_cents, received_cents, correction_count }: ListedPayment,
): string[] {
  if (correction_count > 0n) return [texts.wasCorrected];
  return received_cents === null || received_cents === amount_cents ? [] : [texts.otherAmount];
}

/**
 * Late money does not change the state, and neither does a correction to zero. The state alone would be misleading. What the
 * player says comes last: it chooses the words only while nothing is known.
 */
function depositOutcome({
  state,
  credited_cents,
  reason_code,
  said_sent_at_ms,
}: ListedPayment): DepositOutcome {
  if (credited_cents !== null) return credited_cents > 0n ? 'approved' : 'corrected';
  if (state === 'open' && said_sent_at_ms !== null) return 'sent';
  return state === 'rejected' && reason_code === 'expired' ? 'expired' : state;
}
