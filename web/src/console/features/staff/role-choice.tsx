import { ROLES } from '@vezne/domain/permissions';
import type { Role } from '@vezne/domain/permissions';
import { useTranslation } from 'react-i18next';
import { CheckList } from '../../../shared/ui/check-list.tsx';

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
  const options = ROLES.map((role) => {
    const isFixed = role === 'administrator' && isAdministratorKept;
    const text = isFixed ? t('staff.last_administrator_role') : t(`staff.role_text.${role}`);
    return { value: role, label: t(`roles.${role}`), text, isFixed };
  });
  return <CheckList legend={t('staff.roles')} options={options} chosen={roles} onChange={onChange} />;
}
