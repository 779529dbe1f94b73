import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Box } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { TransactionEntryTable } from '../money/entry-table.tsx';
import { useTransactionEntries } from './use-transactions.ts';

/** What the transaction did to the books, entry by entry. */
export function EntriesBox({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useTransactionEntries(id);
  return (
    <Box title={t('transactions.entries')} span={7} isFlush>
      {error !== null && data === undefined && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <SkeletonRows rows={1} />}
      {data?.entries.length === 0 && (
        <Empty icon="audit" title={t('transactions.no_entries')}>
          {isOpen ? t('transactions.no_entries_yet') : t('transactions.no_entries_text')}
        </Empty>
      )}
      {data !== undefined && data.entries.length > 0 && <TransactionEntryTable entries={data.entries} />}
    </Box>
  );
}
