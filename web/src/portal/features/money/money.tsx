import { useTranslation } from 'react-i18next';
import { Page } from '../../../shared/ui/page.tsx';

export function Money() {
  const { t } = useTranslation();
  return <Page title={t('money.title')}>{null}</Page>;
}
