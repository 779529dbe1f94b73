import type { PartnerDetail } from '@vezne/contract/console/partners';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Identifier } from '../../../shared/ui/identifiers.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Figures } from '../administration/subject-page.tsx';
import { wire } from '../desk/wire.ts';
import { WebhookBadge } from './partner-badges.tsx';

/** How the partner stands. */
export function OverviewTab({ partner }: { partner: PartnerDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, availableCents, reservedCents, creditLineCents, openWithdrawals, webhooks } = partner;
  return (
    <>
      <Figures
        figures={[
          {
            name: t('partners.available'),
            value: <Money amountCents={wire(availableCents)} />,
            below: t('partners.credit_line', { amount: displayAmount(wire(creditLineCents), language) }),
          },
          {
            name: t('partners.reserved'),
            value: <Money amountCents={wire(reservedCents)} />,
            below: t('partners.reserved_text'),
          },
          {
            name: t('partners.open_withdrawals'),
            value: <Money amountCents={wire(openWithdrawals.cents)} />,
            below: (
              <Link to="/withdrawals">{t('partners.open_count', { count: openWithdrawals.count })}</Link>
            ),
          },
        ]}
      />
      <Box title={t('partners.about')} span={6}>
        <Facts
          facts={[
            [t('partners.id'), <Identifier key="id" id={id} />],
            [t('partners.since'), <Time key="since" at={new Date(partner.createdAt)} only="moment" />],
          ]}
        />
      </Box>
      <Box title={t('partners.webhooks_head')} aside={<WebhookBadge health={webhooks} />} span={6}>
        <p>{t(`partners.webhooks_text.${webhooks}`)}</p>
      </Box>
    </>
  );
}
