import { useTranslation } from 'react-i18next';
import { Page } from '../../../shared/ui/page.tsx';

export function Transaction() {
  const { t } = useTranslation();
  return <Page title={t('transactions.one')}>{null}</Page>;
}
