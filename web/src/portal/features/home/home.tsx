import { useTranslation } from 'react-i18next';
import { writtenDay } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { useMay } from '../session/session.ts';
import { MoneyBoxes } from './money-boxes.tsx';
import { RecentBox } from './recent-box.tsx';
import { WaitingBox } from './waiting-box.tsx';
import { WebhookBox } from './webhook-box.tsx';

/** What a person's roles let them see, at a glance. Each box asks for itself, so that one that fails leaves the others. */
export function Home() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const [hasMoney, hasWebhooks] = [useMay('read_money'), useMay('manage_webhooks')];
  return (
    <Page title={t('home.title')} meta={writtenDay(now, language)}>
      {hasMoney && <MoneyBoxes />}
      <WaitingBox span={hasWebhooks ? 7 : 12} />
      {hasWebhooks && <WebhookBox />}
      <RecentBox />
    </Page>
  );
}
