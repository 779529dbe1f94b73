import type { DepositDetail } from '@vezne/contract/console/deposits';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../../shared/ui/use-now.ts';
import { History } from '../../desk/timeline.tsx';

export function DepositTimeline({ deposit }: { deposit: DepositDetail }) {
  const { t } = useTranslation();
  const now = useNow();
  const { claim, status, originalTransactionId } = deposit;
  const isMine = claim?.isMine === true && status === 'waiting_confirmation';
  return (
    <History
      transaction={deposit}
      first={isMine ? [{ id: 'claim', at: now, tone: 'accent', text: t('deposits.timeline.mine') }] : []}
      // Late money begins as if a player had ordered and paid it. Nobody did: an operator entered it.
      textOf={({ trigger }, actor) => {
        if (originalTransactionId === null) return undefined;
        if (trigger === 'create') return t('deposits.timeline.late_created', { actor });
        return trigger === 'confirm_on_behalf' ? t('deposits.timeline.late_entered', { actor }) : undefined;
      }}
    />
  );
}
