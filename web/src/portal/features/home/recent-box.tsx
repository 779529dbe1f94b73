import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Box } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { TransactionTable } from '../transactions/transaction-table.tsx';
import { useHome } from './use-home.ts';

export function RecentBox() {
  const { t } = useTranslation();
  const { data, error, refetch } = useHome();
  return (
    <Box title={t('home.recent')} aside={<Link to="/transactions">{t('home.all')}</Link>} isFlush>
      {error !== null && data === undefined && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <SkeletonRows rows={5} />}
      {data?.recent.length === 0 && (
        <Empty icon="swap" title={t('home.no_transactions')}>
          {t('home.no_transactions_text')}
        </Empty>
      )}
      {data !== undefined && data.recent.length > 0 && (
        <TransactionTable label={t('home.recent')} transactions={data.recent} />
      )}
    </Box>
  );
}
