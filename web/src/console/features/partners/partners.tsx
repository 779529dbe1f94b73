import type { PartnerRow } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Grid } from '../../../shared/ui/grid.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import page from '../desk/desk.module.css';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { wire } from '../desk/wire.ts';
import { useSignedIn } from '../session/session.ts';
import { CreatePartnerDialog } from './create-partner-dialog.tsx';
import { PartnerBadge, WebhookBadge } from './partner-badges.tsx';
import { usePartners } from './use-partners.ts';

const NONE: readonly PartnerRow[] = [];

/** All partners with how they stand; Enter opens one. */
export function Partners() {
  const { t } = useTranslation();
  useDocumentTitle(t('nav.partners'));
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = usePartners();
  const isPhone = useIsPhone();
  const columns = useColumns();
  const { permissions } = useSignedIn();
  const [isCreating, setIsCreating] = useState(false);
  const hasFailed = data === undefined && error !== null;
  return (
    <main className={page.list}>
      <header className={page.bar}>
        <h1>{t('nav.partners')}</h1>
        <div className={page.meta}>
          {data !== undefined && !isPhone && (
            <span>{t('partners.count', { count: data.partners.length })}</span>
          )}
        </div>
        {permissions.includes('ask_change') && (
          <div style={{ marginLeft: 'auto' }}>
            <Button size="small" icon="plus" onClick={() => setIsCreating(true)}>
              {t('partners.create.open')}
            </Button>
          </div>
        )}
      </header>
      {data?.waiting.map((change) => (
        <WaitingChanges key={change.requestId} name={change.name} changes={[change]} />
      ))}
      <div className={page.rows}>
        <Grid
          label={t('nav.partners')}
          columns={columns}
          rows={data?.partners ?? NONE}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate(`/partners/${id}`)}
          isLoading={isPending}
          failure={
            hasFailed
              ? { code: codeOf(error), requestId: requestIdOf(error), retry: () => void refetch() }
              : null
          }
          isQuiet={({ status }) => status === 'disabled'}
          hasFocus
          empty={
            <Empty icon="partner" title={t('partners.nothing')}>
              {t('partners.nothing_text')}
            </Empty>
          }
        />
      </div>
      <footer className={page.keyLine}>
        <KeyLine
          keys={[
            [['J', 'K'], t('desk.keys.walk')],
            [['Enter'], t('desk.keys.open')],
          ]}
        />
      </footer>
      {isCreating && <CreatePartnerDialog onClose={() => setIsCreating(false)} />}
    </main>
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
