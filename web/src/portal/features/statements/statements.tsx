import { useTranslation } from 'react-i18next';
import { Page } from '../../../shared/ui/page.tsx';

export function Statements() {
  const { t } = useTranslation();
  return <Page title={t('statements.title')}>{null}</Page>;
}
