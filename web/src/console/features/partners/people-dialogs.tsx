import { Checkbox } from '@mantine/core';
import { invitePartnerPerson, withdrawPartnerInvitation } from '@vezne/contract/console/partner-people';
import type { PartnerInvitationRow } from '@vezne/contract/console/partner-people';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { EMAIL_MAX_LENGTH, foldEmail, isEmail } from '@vezne/domain/email';
import { PARTNER_ROLES, inRoleOrder } from '@vezne/domain/partner-permissions';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import styles from './partners.module.css';
import { PARTNERS_KEY } from './use-partners.ts';

const NAME_MAX_LENGTH = 128;

/** Asks for somebody of the partner to be let in. A second administrator reads who it is, and confirms. */
export function InvitePersonDialog({
  partner,
  canMail,
  onClose,
}: {
  partner: PartnerDetail;
  canMail: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const [roles, setRoles] = useState<readonly PartnerRole[]>(['owner']);
  const email = foldEmail(typed);
  const isWrong = email !== '' && !isEmail(email);
  return (
    <ChangeDialog
      title={t('partners.people.invite_question', { name: partner.name })}
      consequence={
        canMail
          ? `${t('partners.people.invite_consequence')} ${t('partners.people.mail_goes')}`
          : t('partners.people.invite_consequence')
      }
      act={t('partners.people.invite')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo
      isReady={name.trim() !== '' && isEmail(email) && roles.length > 0}
      send={async (press) =>
        await api(invitePartnerPerson, {
          params: { id: partner.id },
          body: { ...press, email, name: name.trim(), roles: inRoleOrder(roles) },
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('partners.people.name')}
        value={name}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t('partners.people.email')}
        help={t('partners.people.email_help')}
        problem={isWrong ? t('partners.people.email_wrong') : undefined}
        value={typed}
        maxLength={EMAIL_MAX_LENGTH}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <fieldset className={styles.group}>
        <legend>{t('partners.people.role')}</legend>
        {PARTNER_ROLES.toReversed().map((role) => (
          <Checkbox
            key={role}
            label={t(`partners.people.roles.${role}`)}
            classNames={{ description: styles.roleText }}
            description={t(`partners.people.role_text.${role}`)}
            checked={roles.includes(role)}
            onChange={({ currentTarget: { checked } }) =>
              setRoles(checked ? [...roles, role] : roles.filter((one) => one !== role))
            }
          />
        ))}
      </fieldset>
      {!canMail && <Note>{t('partners.people.no_mail')}</Note>}
    </ChangeDialog>
  );
}

/** It only narrows: one person does it at once. */
export function WithdrawInvitationDialog({
  partner,
  invitation: { id, email },
  onClose,
}: {
  partner: PartnerDetail;
  invitation: PartnerInvitationRow;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ChangeDialog
      title={t('partners.people.withdraw_question')}
      consequence={t('partners.people.withdraw_consequence')}
      act={t('partners.people.withdraw')}
      done={t('partners.people.withdrawn')}
      queryKey={PARTNERS_KEY}
      takesTwo={false}
      isRisky
      send={async (press) =>
        await api(withdrawPartnerInvitation, {
          params: { id: partner.id },
          body: { ...press, invitationId: id },
        })
      }
      onClose={onClose}
    >
      <p className={styles.address}>{email}</p>
    </ChangeDialog>
  );
}
