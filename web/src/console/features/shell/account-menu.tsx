import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AccountMenu as SharedAccountMenu } from '../../../shared/shell/account-menu.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useSignedIn } from '../session/session.ts';
import styles from './shell.module.css';

/** Who is signed in, at the foot of the navigation; opens language, appearance, keys, signing out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation();
  const { person } = useSignedIn();
  const navigate = useNavigate();
  const roles = person.roles.map((role) => t(`roles.${role}`)).join(', ');
  return (
    <div className={styles.foot}>
      <SharedAccountMenu
        position="right-end"
        target={
          <button type="button" className={styles.who} title={t('shell.menu')}>
            <Face name={person.name} isLarge />
            <span className={styles.whoText}>
              <b>{person.name}</b>
              <span title={roles}>{roles}</span>
            </span>
            <Icon name="gear" />
          </button>
        }
      >
        <Menu.Item leftSection={<Icon name="person" />} onClick={() => void navigate('/profile')}>
          {t('nav.profile')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="keyboard" />} rightSection={<kbd>?</kbd>} onClick={onHelp}>
          {t('keys.all')}
        </Menu.Item>
      </SharedAccountMenu>
    </div>
  );
}
