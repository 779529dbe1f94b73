import { isWithin } from '@vezne/domain/limits';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Configuration, Partner } from '../configuration/model.ts';
import { Refusal } from '../refusal.ts';

/** What administrators can set against new transactions, whatever their kind. */
export function refuseIfPausedOrOutOfRange(
  type: TransactionType,
  {
    partner,
    configuration,
    amountCents,
  }: { partner: Partner; configuration: Configuration; amountCents: Cents },
): void {
  if (configuration.isPaused[type] || partner.isPaused[type]) throw new Refusal(`${type}s_paused`);
  const range = configuration.limits[type];
  if (!isWithin(amountCents, range)) throw new Refusal('amount_out_of_range', { ...range });
}
