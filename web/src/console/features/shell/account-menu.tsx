import { Menu, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { chooseLanguage } from '../../../shared/i18n/i18n.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { KeyScope } from '../../../shared/keys/use-keys.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { IconName } from '../../../shared/ui/icon-paths.ts';
import { useSignedIn, useSignOut } from '../session/session.ts';
import styles from './shell.module.css';

const SCHEMES: readonly [MantineColorScheme, IconName][] = [
  ['light', 'sun'],
  ['dark', 'moon'],
  ['auto', 'screen'],
];

/** Who is signed in, at the foot of the navigation; opens language, appearance, keys, signing out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation();
  const { person } = useSignedIn();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const language = useLanguage();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const roles = person.roles.map((role) => t(`roles.${role}`)).join(', ');
  return (
    <div className={styles.foot}>
      <Menu
        position="right-end"
        width={232}
        offset={8}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
        classNames={{
          dropdown: styles.menu,
          item: styles.menuItem,
          label: styles.menuLabel,
          divider: styles.menuLine,
        }}
      >
        <Menu.Target>
          <button type="button" className={styles.who} title={t('shell.menu')}>
            <Face name={person.name} isLarge />
            <span className={styles.whoText}>
              <b>{person.name}</b>
              <span title={roles}>{roles}</span>
            </span>
            <Icon name="gear" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {/* No key acts behind an open menu. */}
          <KeyScope>
            <Menu.Label>{t('scheme.label')}</Menu.Label>
            <Menu.RadioGroup
              value={colorScheme}
              onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
            >
              {SCHEMES.map(([scheme, icon]) => (
                <Menu.RadioItem key={scheme} value={scheme} rightSection={<Icon name={icon} />}>
                  {t(`scheme.${scheme}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
            <Menu.Label>{t('language.label')}</Menu.Label>
            <Menu.RadioGroup value={language} onChange={(chosen) => void chooseLanguage(chosen as Language)}>
              {LANGUAGES.map((each) => (
                <Menu.RadioItem key={each} value={each} lang={each}>
                  {t(`language.${each}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="person" />} onClick={() => void navigate('/profile')}>
              {t('nav.profile')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="keyboard" />} rightSection={<kbd>?</kbd>} onClick={onHelp}>
              {t('keys.all')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="leave" />} onClick={() => void signOut()}>
              {t('shell.sign_out')}
            </Menu.Item>
          </KeyScope>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
