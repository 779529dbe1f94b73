import { useTranslation } from 'react-i18next';
import { Page } from '../../../shared/ui/page.tsx';

export function Transactions() {
  const { t } = useTranslation();
  return <Page title={t('transactions.title')}>{null}</Page>;
}
