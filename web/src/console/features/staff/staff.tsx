import type { StaffRow } from '@vezne/contract/console/staff';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Grid } from '../../../shared/ui/grid.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import page from '../desk/desk.module.css';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { useSignedIn } from '../session/session.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonBadge, useFactorsText, useRolesText } from './person-words.tsx';
import styles from './staff.module.css';
import { useStaff } from './use-staff.ts';

const NONE: readonly StaffRow[] = [];

/** Everybody of ours, with what they may and when they were seen; Enter opens one. */
export function Staff() {
  const { t } = useTranslation();
  useDocumentTitle(t('nav.staff'));
  const navigate = useNavigate();
  const { permissions } = useSignedIn();
  const { data, error, isPending, refetch } = useStaff();
  const [isInviting, setIsInviting] = useState(false);
  const columns = useColumns();
  const hasFailed = data === undefined && error !== null;
  const mayInvite = permissions.includes('ask_change') && data !== undefined;
  useKeys(
    mayInvite
      ? [{ keys: 'n', label: t('staff.invite'), group: t('nav.staff'), run: () => setIsInviting(true) }]
      : [],
  );
  return (
    <main className={page.list}>
      <header className={page.bar}>
        <h1>{t('nav.staff')}</h1>
        <div className={page.meta}>
          {data !== undefined && <span>{t('staff.count', { count: data.staff.length })}</span>}
        </div>
        {mayInvite && (
          <div className={styles.action}>
            <Button kind="main" size="small" icon="plus" keyHint="N" onClick={() => setIsInviting(true)}>
              {t('staff.invite')}
            </Button>
          </div>
        )}
      </header>
      {data !== undefined && data.invited.length > 0 && (
        <div className={styles.invited}>
          {data.invited.map(({ name, ...change }) => (
            <WaitingChanges key={change.requestId} name={name} changes={[change]} />
          ))}
        </div>
      )}
      <div className={page.rows}>
        <Grid
          label={t('nav.staff')}
          columns={columns}
          rows={data?.staff ?? NONE}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate(`/staff/${id}`)}
          isLoading={isPending}
          failure={
            hasFailed
              ? { code: codeOf(error), requestId: requestIdOf(error), retry: () => void refetch() }
              : null
          }
          isQuiet={({ status }) => status === 'disabled'}
          hasFocus
          empty={
            <Empty icon="people" title={t('staff.nothing')}>
              {t('staff.nothing_text')}
            </Empty>
          }
        />
      </div>
      <footer className={page.keyLine}>
        <KeyLine
          keys={[
            [['J', 'K'], t('desk.keys.walk')],
            [['Enter'], t('desk.keys.open')],
            ...(mayInvite ? [[['N'], t('staff.invite_key')] as [string[], string]] : []),
          ]}
        />
      </footer>
      {isInviting && data !== undefined && (
        <InviteDialog canMail={data.canMail} onClose={() => setIsInviting(false)} />
      )}
    </main>
  );
}

function useColumns(): Column<StaffRow>[] {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const rolesText = useRolesText();
  const factorsText = useFactorsText();
  const roles: Column<StaffRow> = {
    key: 'roles',
    header: t('staff.roles'),
    width: 'minmax(0, 1fr)',
    cell: (person) => <span title={rolesText(person.roles)}>{rolesText(person.roles)}</span>,
  };
  const factors: Column<StaffRow> = {
    key: 'factors',
    header: t('staff.factors'),
    width: 'minmax(0, 1fr)',
    cell: (person) => <span title={factorsText(person.factors)}>{factorsText(person.factors)}</span>,
  };
  const seen: Column<StaffRow> = {
    key: 'seen',
    header: t('staff.seen'),
    width: isPhone ? '96px' : '136px',
    cell: ({ lastSeenAt }) =>
      lastSeenAt === null ? t('staff.never') : <Time at={new Date(lastSeenAt)} only="ago" />,
  };
  return [
    {
      key: 'name',
      header: t('staff.person'),
      width: 'minmax(0, 1fr)',
      cell: ({ name, handle }) => (
        <span title={`${name} (${handle})`}>
          {name} <span className={page.second}>{handle}</span>
        </span>
      ),
    },
    ...(isPhone ? [] : [roles]),
    ...(isNarrow ? [] : [factors]),
    ...(isPhone ? [] : [seen]),
    {
      key: 'state',
      header: t('staff.state'),
      width: '132px',
      cell: (person) => <PersonBadge person={person} />,
    },
  ];
}
