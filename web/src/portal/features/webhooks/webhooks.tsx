import { useTranslation } from 'react-i18next';
import { Page } from '../../../shared/ui/page.tsx';

export function Webhooks() {
  const { t } = useTranslation();
  return <Page title={t('webhooks.title')}>{null}</Page>;
}
