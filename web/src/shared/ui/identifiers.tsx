import { formatIban } from '@vezne/domain/iban';
import { useTranslation } from 'react-i18next';
import styles from './values.module.css';

export { Copy, Identifier } from './copy.tsx';

/** Groups of four. `masked`: enough to recognise the account, and the rest is not in the page at all. */
export function Iban({ iban }: { iban: string }) {
  return <span>{formatIban(iban)}</span>;
}

/** What a server sends of an account that may not be seen whole: "TR18" and "1946". */
export function MaskedIban({ start, end }: { start: string; end: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.together}>
      {start} <span aria-hidden="true">••••</span>
      <span className={styles.spoken}>{t('iban.hidden')}</span> {end}
    </span>
  );
}

/** The code that a player writes into the transfer: two groups of four. */
export function ReferenceCode({ code }: { code: string }) {
  return <span className={styles.code}>{`${code.slice(0, 4)} ${code.slice(4)}`}</span>;
}
