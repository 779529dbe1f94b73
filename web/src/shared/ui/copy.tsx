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
