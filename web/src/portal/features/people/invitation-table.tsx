import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { useRolesText } from '../session/roles-text.ts';
import { NameAndAddress } from './person-words.tsx';
import styles from './people.module.css';
import type { Invitation } from './use-people.ts';

export function InvitationTable({
  invitations,
  onAgain,
  onWithdraw,
}: {
  invitations: readonly Invitation[];
  onAgain: (invitation: Invitation) => void;
  onWithdraw: (invitation: Invitation) => void;
}) {
  const { t } = useTranslation();
  const rolesText = useRolesText();
  const until = ({ isExpired, expiresAt }: Invitation) =>
    isExpired ? (
      <Badge tone="rejected" icon="clock">
        {t('people.expired')}
      </Badge>
    ) : (
      <Time at={new Date(expiresAt)} only="moment" />
    );
  const again = (invitation: Invitation) => (
    <Button
      size="small"
      aria-label={t('people.again_name', { name: invitation.name })}
      onClick={() => onAgain(invitation)}
    >
      {t('people.again')}
    </Button>
  );
  const withdraw = (invitation: Invitation) => (
    <Button
      kind="risk"
      size="small"
      aria-label={t('people.withdraw_name', { name: invitation.name })}
      onClick={() => onWithdraw(invitation)}
    >
      {t('people.withdraw')}
    </Button>
  );
  return (
    <CardTable
      label={t('people.invited')}
      rows={invitations}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', header: t('people.person'), cell: (each) => <NameAndAddress {...each} /> },
        {
          key: 'roles',
          header: t('people.roles'),
          width: '24%',
          cell: ({ roles }) => <span title={rolesText(roles)}>{rolesText(roles)}</span>,
        },
        { key: 'until', header: t('people.until'), width: '136px', isQuiet: true, cell: until },
        {
          key: 'acts',
          header: t('people.acts'),
          width: '248px',
          isFigure: true,
          isUnnamed: true,
          cell: (each) => (
            <span className={styles.acts}>
              {again(each)}
              {withdraw(each)}
            </span>
          ),
        },
      ]}
      card={(each) => ({
        title: <NameAndAddress {...each} />,
        sub: rolesText(each.roles),
        aside: until(each),
        below: (
          <>
            {again(each)}
            {withdraw(each)}
          </>
        ),
      })}
    />
  );
}
