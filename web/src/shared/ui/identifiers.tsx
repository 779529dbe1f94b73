import { formatIban } from '@vezne/domain/iban';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import styles from './values.module.css';

const COPIED_MS = 2_000;

/** Copies a text, and says that it did. */
export function Copy({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    clearTimeout(timer.current);
    setIsCopied(true);
    timer.current = setTimeout(() => setIsCopied(false), COPIED_MS);
  };
  return (
    <>
      <IconButton icon={isCopied ? 'check' : 'copy'} label={label} onClick={() => void copy()} />
      <span className={styles.spoken} role="status">
        {isCopied && t('copy.done')}
      </span>
    </>
  );
}

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

const SHOWN_START = 8;
const SHOWN_END = 4;

/** Shortened in the middle, copied whole. */
export function Identifier({ id }: { id: string }) {
  const { t } = useTranslation();
  const isShort = id.length <= SHOWN_START + SHOWN_END + 1;
  return (
    <span className={styles.copyLine}>
      <span className={styles.mono} title={id}>
        {isShort ? id : `${id.slice(0, SHOWN_START)}…${id.slice(-SHOWN_END)}`}
      </span>
      <Copy text={id} label={t('copy.identifier')} />
    </span>
  );
}

/** The code that a player writes into the transfer: two groups of four. */
export function ReferenceCode({ code }: { code: string }) {
  return <span className={styles.code}>{`${code.slice(0, 4)} ${code.slice(4)}`}</span>;
}
