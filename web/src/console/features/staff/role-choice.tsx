import { Checkbox } from '@mantine/core';
import { ROLES } from '@vezne/domain/permissions';
import type { Role } from '@vezne/domain/permissions';
import { useTranslation } from 'react-i18next';
import styles from './staff.module.css';

/** All roles, each with what it is for. */
export function RoleChoice({
  roles,
  isAdministratorKept = false,
  onChange,
}: {
  roles: readonly Role[];
  /** Of the last administrator: the role can't be taken away. */
  isAdministratorKept?: boolean;
  onChange: (roles: readonly Role[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.roles}>
      <legend>{t('staff.roles')}</legend>
      {ROLES.map((role) => {
        const isKept = role === 'administrator' && isAdministratorKept;
        return (
          <Checkbox
            key={role}
            classNames={{ description: styles.roleText }}
            label={t(`roles.${role}`)}
            description={isKept ? t('staff.last_administrator_role') : t(`staff.role_text.${role}`)}
            checked={roles.includes(role)}
            disabled={isKept}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...roles, role] : roles.filter((one) => one !== role))
            }
          />
        );
      })}
    </fieldset>
  );
}
