import { displayTime } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../shared/i18n/use-language.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './older.module.css';

/** Below a list: the next page, or how far we looked and the way on. */
export function Older({
  pages: { hasNextPage, isFetchingNextPage, fetchNextPage },
  lookedBackTo,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  lookedBackTo: string | null;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!hasNextPage) return null;
  return (
    <div className={styles.older}>
      {lookedBackTo !== null && (
        <p role="status">
          {t('transactions.looked_back', { time: displayTime(new Date(lookedBackTo), language) })}
        </p>
      )}
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {lookedBackTo === null ? t('transactions.older') : t('transactions.look_further')}
      </Button>
    </div>
  );
}
