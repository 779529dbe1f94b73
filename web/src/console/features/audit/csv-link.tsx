import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/icon.tsx';
import { withValues } from '../desk/address.ts';
import styles from './audit.module.css';

/** What the filters leave, as a file. A plain link: the browser keeps it as it comes. */
export function CsvLink({
  path,
  filters,
  title,
}: {
  path: string;
  filters: Readonly<Record<string, string | undefined>>;
  title: string;
}) {
  const { t } = useTranslation();
  const query = withValues(new URLSearchParams(), filters).toString();
  return (
    <a className={styles.download} href={`${path}${query === '' ? '' : `?${query}`}`} title={title} download>
      <Icon name="download" />
      {t('audit.csv')}
    </a>
  );
}
