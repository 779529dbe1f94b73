import type { StaffRow } from '@vezne/contract/console/staff';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { SubjectList } from '../administration/subject-list.tsx';
import page from '../desk/desk.module.css';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { useSignedIn } from '../session/session.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonBadge, useFactorsText, useRolesText } from './person-words.tsx';
import { useStaff } from './use-staff.ts';

/** Everybody of ours, with what they may and when they were seen; Enter opens one. */
export function Staff() {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const reading = useStaff();
  const { data } = reading;
  const [isInviting, setIsInviting] = useState(false);
  const columns = useColumns();
  const mayInvite = permissions.includes('ask_change') && data !== undefined;
  useKeys(
    mayInvite
      ? [{ keys: 'n', label: t('staff.invite'), group: t('nav.staff'), run: () => setIsInviting(true) }]
      : [],
  );
  return (
    <SubjectList
      title={t('nav.staff')}
      count={data && t('staff.count', { count: data.staff.length })}
      action={
        mayInvite ? (
          <Button kind="main" size="small" icon="plus" keyHint="N" onClick={() => setIsInviting(true)}>
            {t('staff.invite')}
          </Button>
        ) : undefined
      }
      waiting={data?.invited}
      columns={columns}
      rows={data?.staff}
      reading={reading}
      path="/staff"
      empty={{ icon: 'people', title: t('staff.nothing'), text: t('staff.nothing_text') }}
      keys={mayInvite ? [[['N'], t('staff.invite_key')]] : []}
    >
      {isInviting && data !== undefined && (
        <InviteDialog canMail={data.canMail} onClose={() => setIsInviting(false)} />
      )}
    </SubjectList>
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
