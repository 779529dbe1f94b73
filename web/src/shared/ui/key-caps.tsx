import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { capsOf } from '../keys/caps.ts';
import styles from './key-caps.module.css';

/** The keys that do one thing, as one would say them: "/ or Ctrl + K", "G then P". */
export function KeyCaps({ bindings }: { bindings: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <span className={styles.caps}>
      {bindings.map((keys, index) => (
        <Fragment key={keys}>
          {index > 0 && <span>{t('keys.or')}</span>}
          {capsOf(keys).map((cap, place) => (
            <Fragment key={cap}>
              {place > 0 && <span>{keys.includes('+') ? '+' : t('keys.next')}</span>}
              <kbd>{cap}</kbd>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
