import { Option } from 'commander';
import { REJECTION_REASONS } from '@vezne/domain/rejection';
import type { ReasonCode, TransactionType } from '@vezne/domain/transaction-state';
import type { ChangeOptions } from './define-command.ts';

export interface RejectOptions extends ChangeOptions {
  reason: ReasonCode;
  note?: string;
  seen?: string;
}

/** The reasons for which a person may reject a transaction of this type. */
export function reasonOption(type: TransactionType): Option {
  return new Option('--reason <code>', 'why, as the partner is told; other needs --note')
    .choices(REJECTION_REASONS[type])
    .makeOptionMandatory();
}
