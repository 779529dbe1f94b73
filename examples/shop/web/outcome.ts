import type { ListedPayment } from '../money/payments.ts';
import type { DepositOutcome, StateTexts, Texts } from './texts/model.ts';

export type Colour = 'waiting' | 'approved' | 'rejected';

const COLOURS: Readonly<Record<DepositOutcome, Colour>> = {
  sending: 'waiting',
  open: 'waiting',
  approved: 'approved',
  rejected: 'rejected',
  refused: 'rejected',
  expired: 'rejected',
  corrected: 'rejected',
};

export interface Told extends StateTexts {
  colour: Colour;
  /** It came to nothing, and the player may still want to pay. */
  isLost: boolean;
}

/** The words and the colour for a payment as it stands. */
export function outcomeOf(texts: Texts, payment: ListedPayment): Told {
  if (payment.kind === 'withdrawal') {
    return { ...texts.state.withdrawal[payment.state], colour: COLOURS[payment.state], isLost: false };
  }
  const outcome = depositOutcome(payment);
  const isLost = outcome === 'expired' || outcome === 'refused';
  return { ...texts.state.deposit[outcome], colour: COLOURS[outcome], isLost };
}

/** Money that comes late leaves the state as it is, and a correction to nothing does so too: the state alone would lie. */
function depositOutcome({ state, credited_cents, reason_code }: ListedPayment): DepositOutcome {
  if (credited_cents !== null) return credited_cents > 0n ? 'approved' : 'corrected';
  return state === 'rejected' && reason_code === 'expired' ? 'expired' : state;
}
