import type { TransactionStatus, WithdrawalStage } from '@vezne/domain/transaction-state';

/** "waiting_confirmation (taken)". */
export function stateText({
  status,
  stage,
}: {
  status?: TransactionStatus | undefined;
  stage?: WithdrawalStage | null | undefined;
}): string {
  return stage === null || stage === undefined ? String(status) : `${status} (${stage})`;
}
