import { Menu, useMantineColorScheme } from '@mantine/core';
import type { FloatingPosition, MantineColorScheme } from '@mantine/core';
import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { KeyScope } from '../keys/use-keys.tsx';
import { useSignOut } from '../session/session.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import styles from './menu.module.css';

export const SCHEMES: readonly [MantineColorScheme, IconName][] = [
  ['light', 'sun'],
  ['dark', 'moon'],
  ['auto', 'screen'],
];

/** Opens appearance, language, what else a place has (`children`), and signing out. */
export function AccountMenu({
  target,
  position,
  children,
}: {
  /** The button that opens it. */
  target: ReactElement;
  position: FloatingPosition;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const language = useLanguage();
  const signOut = useSignOut();
  return (
    <Menu
      position={position}
      width={232}
      offset={8}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      classNames={{
        dropdown: styles.menu,
        item: styles.item,
        label: styles.label,
        divider: styles.line,
      }}
    >
      <Menu.Target>{target}</Menu.Target>
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
          {children}
          <Menu.Item leftSection={<Icon name="leave" />} onClick={() => void signOut()}>
            {t('shell.sign_out')}
          </Menu.Item>
        </KeyScope>
      </Menu.Dropdown>
    </Menu>
  );
}
