import type { PartnerDetail } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { SubjectPage } from '../administration/subject-page.tsx';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import { useSignedIn } from '../session/session.ts';
import { PartnerBadge } from './partner-badges.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { usePartnerTabs } from './partner-tabs.tsx';
import { usePartner } from './use-partners.ts';

/** One partner: how it stands, what it may, and what can be done about it. */
export function PartnerPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = '', tab = '' } = useParams<{ id: string; tab: string }>();
  const { data, error, refetch } = usePartner(id);
  useKeys([
    {
      keys: 'Escape',
      label: t('keys.close_top'),
      group: t('keys.everywhere'),
      run: () => void navigate('/partners'),
    },
  ]);
  const list = { path: '/partners', name: t('nav.partners') };
  if (data !== undefined) return <Opened partner={data} tab={tab} list={list} />;
  return (
    <SubjectPage list={list} name={t('partners.one')} tabs={[]} base="" openTab="">
      <div style={{ gridColumn: '1 / -1' }}>
        {error === null && <SkeletonRows rows={8} />}
        {error !== null && codeOf(error) === 'not_found' && (
          <Empty
            icon="search"
            title={t('partners.not_found')}
            action={
              <ButtonLink to="/partners" size="small">
                {t('nav.partners')}
              </ButtonLink>
            }
          >
            {t('partners.not_found_text')}
          </Empty>
        )}
        {error !== null && codeOf(error) !== 'not_found' && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    </SubjectPage>
  );
}

function Opened({
  partner,
  tab,
  list,
}: {
  partner: PartnerDetail;
  tab: string;
  list: { path: string; name: string };
}) {
  const tabs = usePartnerTabs(partner);
  const open = tabs.find(({ path }) => path === tab) ?? tabs[0];
  return (
    <SubjectPage
      list={list}
      name={partner.name}
      badge={<PartnerBadge partner={partner} />}
      actions={
        <>
          <Pauses partner={partner} />
          <Status partner={partner} />
        </>
      }
      tabs={tabs}
      base={`/partners/${partner.id}`}
      openTab={open?.path ?? ''}
    >
      <WaitingChanges name={partner.name} changes={partner.waiting} />
      {open?.content}
    </SubjectPage>
  );
}

/** Whoever decides pauses; who supervises resumes. To everybody else the badge says enough. */
function Pauses({ partner }: { partner: PartnerDetail }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [open, setOpen] = useState<'pause' | 'resume' | null>(null);
  const { depositsPaused, withdrawalsPaused } = partner;
  const mayPause = permissions.includes('decide') && !(depositsPaused && withdrawalsPaused);
  const mayResume = permissions.includes('supervise') && (depositsPaused || withdrawalsPaused);
  return (
    <>
      {mayResume && (
        <Button size="small" icon="play" onClick={() => setOpen('resume')}>
          {t('partners.resume')}
        </Button>
      )}
      {mayPause && (
        <Button size="small" icon="pause" onClick={() => setOpen('pause')}>
          {t('partners.pause')}
        </Button>
      )}
      {open !== null && <PauseDialog partner={partner} what={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Administrators disable a partner, and ask for it to be enabled again. */
function Status({ partner }: { partner: PartnerDetail }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  if (!permissions.includes('ask_change')) return null;
  const isActive = partner.status === 'active';
  return (
    <>
      <Button
        size="small"
        kind={isActive ? 'risk' : 'plain'}
        icon={isActive ? 'ban' : 'check-ring'}
        onClick={() => setIsOpen(true)}
      >
        {isActive ? t('partners.disable') : t('partners.enable')}
      </Button>
      {isOpen && <StatusDialog partner={partner} onClose={() => setIsOpen(false)} />}
    </>
  );
}
