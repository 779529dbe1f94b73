import { useTranslation } from 'react-i18next';
import { Page } from '../../../shared/ui/page.tsx';

export function People() {
  const { t } = useTranslation();
  return <Page title={t('people.title')}>{null}</Page>;
}
