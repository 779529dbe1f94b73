import type { PartnerRole } from '@vezne/domain/partner-permissions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './people.module.css';

/** "Geliştirici, sahip": as the account menu says them. */
export function useRolesText(): (roles: readonly PartnerRole[]) => string {
  const { t } = useTranslation();
  return (roles) => roles.map((role) => t(`partner_roles.${role}`)).join(', ');
}

/** A name above its address. */
export function NameAndAddress({ name, email, mark }: { name: string; email: string; mark?: ReactNode }) {
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        <span title={name}>{name}</span> {mark}
      </span>
      <span className={styles.email} title={email}>
        {email}
      </span>
    </span>
  );
}
