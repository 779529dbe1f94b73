import type { PartnerInvitationRow, PartnerPersonRow } from '@vezne/contract/console/partner-people';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useSignedIn } from '../session/session.ts';
import { LookDialog } from './look-dialog.tsx';
import styles from './partners.module.css';
import { InvitePersonDialog, WithdrawInvitationDialog } from './people-dialogs.tsx';
import { usePartnerPeople } from './use-partners.ts';

/** Who of the partner comes in at the portal. Owners invite there themselves; two of ours invite the first one here. */
export function PeopleTab({ partner }: { partner: PartnerDetail }) {
  const { permissions } = useSignedIn();
  const hasPortal = usePartnerPeople(partner.id).data?.hasPortal === true;
  return (
    <>
      <People partner={partner} />
      {hasPortal && permissions.includes('look_as_partner') && <Look partner={partner} />}
    </>
  );
}

function Look({ partner }: { partner: PartnerDetail }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box title={t('partners.look.box')}>
      <p>{t('partners.look.hint')}</p>
      <div className={styles.buttons}>
        <Button size="small" icon="eye" onClick={() => setIsOpen(true)}>
          {t('partners.look.button')}
        </Button>
      </div>
      {isOpen && <LookDialog partner={partner} onClose={() => setIsOpen(false)} />}
    </Box>
  );
}

function People({ partner }: { partner: PartnerDetail }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const { data, error, refetch } = usePartnerPeople(partner.id);
  const [open, setOpen] = useState<'invite' | PartnerInvitationRow | null>(null);
  const mayAsk = permissions.includes('ask_change');
  const rows = [...(data?.people ?? []), ...(data?.invitations ?? [])];
  const close = (): void => setOpen(null);
  return (
    <Box
      title={t('partners.people.title')}
      isFlush
      aside={
        mayAsk && data?.hasPortal === true ? (
          <Button size="small" icon="plus" onClick={() => setOpen('invite')}>
            {t('partners.people.invite')}
          </Button>
        ) : undefined
      }
    >
      {data === undefined && error === null && <SkeletonRows rows={3} />}
      {data === undefined && error !== null && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && (
        <Empty icon="people" title={t('partners.people.nothing')}>
          {t('partners.people.nothing_text')}
        </Empty>
      )}
      {rows.length > 0 && (
        <div className={styles.scroll}>
          <table className={classNames(styles.table, styles.cards)}>
            <thead>
              <tr>
                <th scope="col">{t('partners.people.person')}</th>
                <th scope="col">{t('partners.people.role')}</th>
                <th scope="col">{t('partners.people.seen')}</th>
                <th scope="col">{t('partners.state')}</th>
                <td aria-label={t('partners.people.withdraw')} />
              </tr>
            </thead>
            <tbody>
              {data?.people.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
              {data?.invitations.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  onWithdraw={mayAsk ? () => setOpen(invitation) : undefined}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.foot}>
        {data?.hasPortal === false ? t('partners.people.no_portal') : t('partners.people.who_invites')}{' '}
        {!mayAsk && t('administration.may_not')}
      </p>
      {open === 'invite' && (
        <InvitePersonDialog partner={partner} canMail={data?.canMail === true} onClose={close} />
      )}
      {open !== null && typeof open !== 'string' && (
        <WithdrawInvitationDialog partner={partner} invitation={open} onClose={close} />
      )}
    </Box>
  );
}

function Who({ name, email }: { name: string; email: string }) {
  return (
    <th scope="row">
      {name}
      <br />
      <span className={styles.email}>{email}</span>
    </th>
  );
}

function Roles({ roles }: Pick<PartnerPersonRow, 'roles'>) {
  const { t } = useTranslation();
  return <td>{roles.map((role) => t(`partners.people.roles.${role}`)).join(', ')}</td>;
}

function PersonRow({ person }: { person: PartnerPersonRow }) {
  const { t } = useTranslation();
  return (
    <tr>
      <Who {...person} />
      <Roles roles={person.roles} />
      <td className={styles.quiet}>
        <span className={styles.onCard}>{t('partners.people.seen')}: </span>
        {person.lastSeenAt === null ? (
          t('partners.people.never')
        ) : (
          <Time at={new Date(person.lastSeenAt)} only="ago" />
        )}
      </td>
      <td colSpan={2}>
        {person.hasSecondFactor ? (
          <Badge tone="approved" icon="check-ring">
            {t('partners.people.states.second_factor')}
          </Badge>
        ) : (
          <Badge tone="waiting" icon="clock">
            {t('partners.people.states.no_second_factor')}
          </Badge>
        )}
      </td>
    </tr>
  );
}

function InvitationRow({
  invitation,
  onWithdraw,
}: {
  invitation: PartnerInvitationRow;
  onWithdraw: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { email, isExpired, expiresAt } = invitation;
  return (
    <tr>
      <Who {...invitation} />
      <Roles roles={invitation.roles} />
      <td colSpan={2}>
        {isExpired ? (
          <Badge tone="quiet" icon="ban">
            {t('partners.people.states.expired')}
          </Badge>
        ) : (
          <>
            <Badge tone="waiting" icon="clock">
              {t('partners.people.states.invited')}
            </Badge>{' '}
            <span className={styles.until}>
              {t('partners.people.until')} <Time at={new Date(expiresAt)} only="moment" />
            </span>
          </>
        )}
      </td>
      <td className={styles.act}>
        {onWithdraw !== undefined && (
          <Button
            size="small"
            kind="risk"
            aria-label={t('partners.people.withdraw_of', { email })}
            onClick={onWithdraw}
          >
            {t('partners.people.withdraw')}
          </Button>
        )}
      </td>
    </tr>
  );
}
