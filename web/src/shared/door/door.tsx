import { LANGUAGES } from '@vezne/domain/written';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { TextButton } from '../ui/button.tsx';
import { BrandMark } from '../ui/icon.tsx';
import { useDocumentTitle } from '../ui/page.tsx';
import styles from './door.module.css';

/** The frame of every page before the console itself. */
export function Door({
  title,
  intro,
  isWide = false,
  children,
}: {
  title: string;
  intro?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  useDocumentTitle(title);
  return (
    <main className={isWide ? `${styles.door} ${styles.wide}` : styles.door}>
      <div className={styles.brand}>
        <BrandMark />
        Vezne
        <span className={styles.badge}>{t('here.badge')}</span>
      </div>
      <div className={styles.card}>
        <h1>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
      <div className={styles.foot}>
        <span role="group" aria-label={t('language.label')}>
          {LANGUAGES.map((each, index) => (
            <span key={each}>
              {index > 0 && ' · '}
              {each === language ? (
                <b aria-current="true">{each.toUpperCase()}</b>
              ) : (
                <TextButton
                  isQuiet
                  lang={each}
                  title={t(`language.${each}`)}
                  onClick={() => void chooseLanguage(each)}
                >
                  {each.toUpperCase()}
                </TextButton>
              )}
            </span>
          ))}
        </span>
        <span>{t('here.help')}</span>
      </div>
    </main>
  );
}

/** A line with a word in its middle. */
export function Or({ children }: { children: string }) {
  return <div className={styles.or}>{children}</div>;
}
