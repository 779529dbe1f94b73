import { useTranslation } from 'react-i18next';
import { Page } from '../../../shared/ui/page.tsx';

export function Credentials() {
  const { t } = useTranslation();
  return <Page title={t('credentials.title')}>{null}</Page>;
}
