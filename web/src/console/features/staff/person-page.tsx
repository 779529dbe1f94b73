import type { StaffDetail } from '@vezne/contract/console/staff';
import { displayTime } from '@vezne/domain/written';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Box, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { SubjectPage } from '../administration/subject-page.tsx';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import { useSignedIn } from '../session/session.ts';
import {
  DisableDialog,
  EnableDialog,
  EndSessionsDialog,
  ResetDialog,
  RolesDialog,
} from './person-dialogs.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { PersonBadge, useRolesText } from './person-words.tsx';
import styles from './staff.module.css';
import { usePerson } from './use-staff.ts';

/** One person: what they may, how they sign in, where they are, and what can be done about it. */
export function PersonPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = '' } = useParams<{ id: string }>();
  const { data, error, refetch } = usePerson(id);
  useKeys([
    {
      keys: 'Escape',
      label: t('keys.close_top'),
      group: t('keys.everywhere'),
      run: () => void navigate('/staff'),
    },
  ]);
  const list = { path: '/staff', name: t('nav.staff') };
  if (data !== undefined) return <Opened person={data} list={list} />;
  return (
    <SubjectPage list={list} name={t('staff.person')} tabs={[]} base="" openTab="">
      <div className={styles.whole}>
        {error === null && <SkeletonRows rows={8} />}
        {error !== null && codeOf(error) === 'not_found' && (
          <Empty
            icon="search"
            title={t('staff.not_found')}
            action={
              <ButtonLink to="/staff" size="small">
                {t('nav.staff')}
              </ButtonLink>
            }
          >
            {t('staff.not_found_text')}
          </Empty>
        )}
        {error !== null && codeOf(error) !== 'not_found' && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    </SubjectPage>
  );
}

const DIALOGS = {
  roles: RolesDialog,
  disable: DisableDialog,
  enable: EnableDialog,
  reset: ResetDialog,
  end_sessions: EndSessionsDialog,
} as const;
type Act = keyof typeof DIALOGS;

function Opened({ person, list }: { person: StaffDetail; list: { path: string; name: string } }) {
  const { t } = useTranslation();
  const { permissions, person: me } = useSignedIn();
  const [open, setOpen] = useState<Act | null>(null);
  const { id, name, status, factors, isLastAdministrator, sessions } = person;
  const isActive = status === 'active';
  const isMe = me.id === id;
  const mayAsk = permissions.includes('ask_change');
  const OpenDialog = open === null ? null : DIALOGS[open];
  const act = (what: Act, word: string, icon: 'edit' | 'redo' | 'leave'): ReactNode =>
    mayAsk ? (
      <Button size="small" icon={icon} onClick={() => setOpen(what)}>
        {word}
      </Button>
    ) : undefined;
  return (
    <SubjectPage
      list={list}
      name={name}
      badge={<PersonBadge person={person} />}
      actions={
        mayAsk ? (
          <>
            {isActive && !isMe && (
              <Button
                kind="risk"
                size="small"
                icon="ban"
                disabled={isLastAdministrator}
                onClick={() => setOpen('disable')}
              >
                {t('staff.disable')}
              </Button>
            )}
            {!isActive && (
              <Button size="small" icon="people" onClick={() => setOpen('enable')}>
                {t('staff.enable')}
              </Button>
            )}
          </>
        ) : undefined
      }
      tabs={[]}
      base={`/staff/${id}`}
      openTab=""
    >
      <WaitingChanges name={name} changes={person.waiting} />
      {isLastAdministrator && (
        <div className={styles.whole}>
          <Note>{t('staff.last_administrator')}</Note>
        </div>
      )}
      <WorkLeft person={person} />
      <Box title={t('staff.roles')} aside={act('roles', t('staff.change_roles'), 'edit')} span={6}>
        <Roles person={person} />
      </Box>
      <Box
        title={t('staff.sign_in')}
        aside={
          isActive
            ? act('reset', factors.hasPassword ? t('staff.reset') : t('staff.new_link'), 'redo')
            : undefined
        }
        span={6}
      >
        <SignIn person={person} />
      </Box>
      <Box
        title={t('staff.sessions')}
        aside={
          sessions.length > 0 && !isMe ? act('end_sessions', t('staff.end_sessions'), 'leave') : undefined
        }
        isFlush={sessions.length > 0}
      >
        <PersonSessions sessions={sessions} />
      </Box>
      <Box title={t('staff.about')}>
        <Facts
          facts={[
            [t('staff.handle'), person.handle],
            [t('staff.since'), <Time key="since" at={new Date(person.createdAt)} only="moment" />],
            [t('staff.created_by'), person.createdBy],
            [
              t('staff.history'),
              <Link key="log" to={`/audit?subject=${id}`}>
                {t('staff.open_history')}
              </Link>,
            ],
          ]}
        />
      </Box>
      {isMe && (
        <div className={styles.whole}>
          <Quiet>
            {t('staff.you')} <Link to="/profile">{t('nav.profile')}</Link> ·{' '}
            <Link to="/sessions">{t('nav.sessions')}</Link>
          </Quiet>
        </div>
      )}
      {!mayAsk && (
        <div className={styles.whole}>
          <Quiet>{t('administration.may_not')}</Quiet>
        </div>
      )}
      {OpenDialog !== null && <OpenDialog person={person} onClose={() => setOpen(null)} />}
    </SubjectPage>
  );
}

function Roles({ person: { roles, planned } }: { person: StaffDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rolesText = useRolesText();
  return (
    <Stack gap={8}>
      {planned !== null && (
        <Note>
          {t('staff.planned', {
            time: displayTime(new Date(planned.from), language),
            roles: rolesText(planned.roles),
          })}
        </Note>
      )}
      {roles.length === 0 && <Quiet>{t('staff.no_role')}</Quiet>}
      {roles.map((role) => (
        <div key={role}>
          <b>{t(`roles.${role}`)}</b>
          <Quiet>{t(`staff.role_text.${role}`)}</Quiet>
        </div>
      ))}
    </Stack>
  );
}

function SignIn({ person: { factors, enrolmentUntil, lastSeenAt } }: { person: StaffDetail }) {
  const { t } = useTranslation();
  const has = (is: boolean): string => (is ? t('staff.has') : t('staff.has_not'));
  return (
    <Facts
      facts={[
        [t('staff.password'), has(factors.hasPassword)],
        [t('staff.totp'), has(factors.hasTotp)],
        [t('staff.passkeys'), String(factors.passkeys)],
        [t('staff.recovery_codes'), String(factors.recoveryCodesLeft)],
        ...(enrolmentUntil === null
          ? []
          : ([
              [t('staff.link_until'), <Time key="link" at={new Date(enrolmentUntil)} only="moment" />],
            ] as const)),
        [
          t('staff.seen'),
          lastSeenAt === null ? t('staff.never') : <Time key="seen" at={new Date(lastSeenAt)} />,
        ],
      ]}
    />
  );
}

/** Of somebody who has left: money may be on its way, and somebody else has to look. */
function WorkLeft({ person: { status, inHand } }: { person: StaffDetail }) {
  const { t } = useTranslation();
  const { taken, authorised } = inHand;
  if (status === 'active' || taken + authorised === 0) return null;
  return (
    <div className={styles.whole}>
      <Note tone="waiting" title={t('staff.work_left', { count: taken + authorised })}>
        {t('staff.work_left_text')} <Link to="/withdrawals">{t('nav.withdrawals')}</Link>
      </Note>
    </div>
  );
}
