import { Menu } from '@mantine/core';
import type { FloatingPosition } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AccountMenu as SharedAccountMenu } from '../../../shared/shell/account-menu.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useRolesText } from '../session/roles-text.ts';
import { useSignedIn } from '../session/session.ts';
import styles from './shell.module.css';

/** Who is signed in; opens appearance, language, one's own profile and sessions, signing out. */
export function AccountMenu({
  isWhole = false,
  position,
}: {
  /** With name and roles; else the initials alone. */
  isWhole?: boolean;
  position: FloatingPosition;
}) {
  const { t } = useTranslation();
  const { person, look } = useSignedIn();
  const navigate = useNavigate();
  const roles = useRolesText()(person.roles);
  return (
    <SharedAccountMenu
      position={position}
      target={
        <button type="button" className={styles.who} title={t('shell.menu')}>
          <Face name={person.name} isLarge />
          {!isWhole && <span className={styles.spoken}>{person.name}</span>}
          {isWhole && (
            <>
              <span className={styles.whoText}>
                <b>{person.name}</b>
                <span title={roles}>{roles}</span>
              </span>
              <Icon name="gear" />
            </>
          )}
        </button>
      }
    >
      {look === null && (
        <>
          <Menu.Item leftSection={<Icon name="person" />} onClick={() => void navigate('/profile')}>
            {t('nav.profile')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="screen" />} onClick={() => void navigate('/sessions')}>
            {t('nav.sessions')}
          </Menu.Item>
        </>
      )}
    </SharedAccountMenu>
  );
}
