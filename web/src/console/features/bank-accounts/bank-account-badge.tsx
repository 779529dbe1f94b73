import type { BankAccountRow } from '@vezne/contract/console/bank-accounts';
import { useTranslation } from 'react-i18next';
import { RowBadge } from '../../../shared/ui/badge.tsx';

type AccountState = 'open' | 'paused' | 'deposits_paused' | 'payouts_paused' | 'disabled' | 'frozen';

function stateOf({
  status,
  depositsPaused,
  payoutsPaused,
}: Pick<BankAccountRow, 'status' | 'depositsPaused' | 'payoutsPaused'>): AccountState {
  if (status !== 'enabled') return status;
  if (depositsPaused && payoutsPaused) return 'paused';
  if (depositsPaused) return 'deposits_paused';
  return payoutsPaused ? 'payouts_paused' : 'open';
}

/** Whether it takes deposits and pays now. */
export function BankAccountBadge({
  account,
  isShort = false,
}: {
  account: BankAccountRow;
  isShort?: boolean;
}) {
  const { t } = useTranslation();
  const state = stateOf(account);
  const looks = {
    open: { tone: 'approved', icon: 'check-ring' },
    paused: { tone: 'waiting', icon: 'pause' },
    deposits_paused: { tone: 'waiting', icon: 'pause' },
    payouts_paused: { tone: 'waiting', icon: 'pause' },
    disabled: { tone: 'quiet', icon: 'ban' },
    frozen: { tone: 'rejected', icon: 'snow' },
  } as const;
  return <RowBadge {...looks[state]} text={t(`bank_accounts.states.${state}`)} isShort={isShort} />;
}
