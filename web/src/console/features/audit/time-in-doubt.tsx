import type { AuditRow } from '@vezne/contract/console/audit';
import { displayTime } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import styles from './audit.module.css';

/** Beside an entry that was not written at the time that it gives. */
export function TimeInDoubt({ row: { writtenAt } }: { row: AuditRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (writtenAt === null) return null;
  const time = displayTime(new Date(writtenAt), language);
  return (
    <span className={styles.inDoubt} title={t('audit.in_doubt_text', { time })}>
      <Badge tone="rejected" icon="warning">
        {t('audit.in_doubt')}
      </Badge>
    </span>
  );
}
