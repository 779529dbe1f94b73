import { useTranslation } from 'react-i18next';
import { Page } from '../../../shared/ui/page.tsx';

export function Home() {
  const { t } = useTranslation();
  return <Page title={t('home.title')}>{null}</Page>;
}
