import type { PartnerRow } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../shared/ui/grid.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { SubjectList } from '../administration/subject-list.tsx';
import page from '../desk/desk.module.css';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { wire } from '../desk/wire.ts';
import { useSignedIn } from '../session/session.ts';
import { CreatePartnerDialog } from './create-partner-dialog.tsx';
import { PartnerBadge, WebhookBadge } from './partner-badges.tsx';
import { usePartners } from './use-partners.ts';

/** All partners with how they stand; Enter opens one. */
export function Partners() {
  const { t } = useTranslation();
  const reading = usePartners();
  const { data } = reading;
  const isPhone = useIsPhone();
  const columns = useColumns();
  const { permissions } = useSignedIn();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <SubjectList
      title={t('nav.partners')}
      count={isPhone ? undefined : data && t('partners.count', { count: data.partners.length })}
      action={
        permissions.includes('ask_change') ? (
          <Button size="small" icon="plus" onClick={() => setIsCreating(true)}>
            {t('partners.create.open')}
          </Button>
        ) : undefined
      }
      waiting={data?.waiting}
      columns={columns}
      rows={data?.partners}
      reading={reading}
      path="/partners"
      empty={{ icon: 'partner', title: t('partners.nothing'), text: t('partners.nothing_text') }}
    >
      {isCreating && <CreatePartnerDialog onClose={() => setIsCreating(false)} />}
    </SubjectList>
  );
}

function useColumns(): Column<PartnerRow>[] {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const open: Column<PartnerRow> = {
    key: 'open',
    header: t('partners.open_withdrawals'),
    width: '176px',
    isNumber: true,
    cell: ({ openWithdrawals: { count, cents } }) => (
      <span>
        <span className={page.second}>{count} · </span>
        <Money amountCents={wire(cents)} />
      </span>
    ),
  };
  const webhooks: Column<PartnerRow> = {
    key: 'webhooks',
    header: t('partners.webhooks_head'),
    width: '144px',
    cell: (partner) => <WebhookBadge health={partner.webhooks} />,
  };
  return [
    {
      key: 'name',
      header: t('partners.name'),
      width: 'minmax(0, 1fr)',
      cell: ({ name }) => <span title={name}>{name}</span>,
    },
    {
      key: 'state',
      header: isPhone ? '' : t('partners.state'),
      width: isPhone ? '30px' : '176px',
      cell: (partner) => <PartnerBadge partner={partner} isShort={isPhone} />,
    },
    ...(isPhone ? [] : [webhooks]),
    ...(isNarrow ? [] : [open]),
    {
      key: 'balance',
      header: t('partners.available'),
      width: isPhone ? '112px' : '152px',
      isNumber: true,
      cell: ({ availableCents }) => (
        <b>
          <Money amountCents={wire(availableCents)} />
        </b>
      ),
    },
  ];
}
