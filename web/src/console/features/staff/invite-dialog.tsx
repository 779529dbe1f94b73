import { addStaff } from '@vezne/contract/console/staff';
import { isHandle } from '@vezne/domain/actor';
import type { Role } from '@vezne/domain/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { MailField, readMailAddress } from './mail-field.tsx';
import { RoleChoice } from './role-choice.tsx';
import { RolesFromFields, useRolesFrom } from './roles-from.tsx';
import { STAFF_KEY } from './use-staff.ts';

const NAME_MAX_LENGTH = 128;
const HANDLE_MAX_LENGTH = 32;

/** Asks for a new person. A second administrator confirms who it is, what they may and where the link goes. */
export function InviteDialog({ canMail, onClose }: { canMail: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [handle, setHandle] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const start = useRolesFrom();
  const [mail, setMail] = useState('');
  const mailTo = readMailAddress(mail);
  const isHandleWrong = handle !== '' && !isHandle(handle);
  return (
    <ChangeDialog
      title={t('staff.invite')}
      consequence={t('staff.invite_consequence')}
      act={t('staff.invite')}
      done={t('staff.invited')}
      queryKey={STAFF_KEY}
      takesTwo
      isReady={
        name.trim() !== '' && isHandle(handle) && roles.length > 0 && start.from !== null && mailTo !== null
      }
      send={async (press) =>
        await api(addStaff, {
          body: {
            ...press,
            handle,
            name: name.trim(),
            roles: [...roles],
            ...(start.from && { from: start.from.toISOString() }),
            ...(typeof mailTo === 'string' && { mailTo }),
          },
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('staff.name')}
        help={t('staff.name_help')}
        value={name}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t('staff.handle')}
        help={t('staff.handle_help')}
        problem={isHandleWrong ? t('staff.handle_wrong') : undefined}
        value={handle}
        maxLength={HANDLE_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setHandle(event.currentTarget.value.trim())}
      />
      <RoleChoice roles={roles} onChange={setRoles} />
      <RolesFromFields from={start} />
      <MailField canMail={canMail} text={mail} onText={setMail} />
    </ChangeDialog>
  );
}
