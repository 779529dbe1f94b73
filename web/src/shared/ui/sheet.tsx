import { useId, useLayoutEffect, useRef } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyScope, useKeys } from '../keys/use-keys.tsx';
import type { KeyBinding } from '../keys/key-layer.ts';
import { Button } from './button.tsx';
import type { IconName } from './icon-paths.ts';
import { Note } from './note.tsx';
import styles from './sheet.module.css';

interface SheetProps {
  question: string;
  /** The button that acts names the act. */
  act: string;
  icon?: IconName;
  isRisky?: boolean;
  isBusy?: boolean;
  /** Something that is asked for is missing: says so, and the act waits. */
  problem?: string | undefined;
  onAct: () => void;
  onClose: () => void;
  /** Keys that work only here. */
  keys?: readonly KeyBinding[];
  children: ReactNode;
}

const NO_KEYS: readonly KeyBinding[] = [];

/** A confirmation that rises from the bottom of a pane, so that the evidence stays in view. Enter acts, Escape closes it. */
export function Sheet(props: SheetProps) {
  return (
    <>
      <div className={styles.veil} onClick={props.onClose} aria-hidden="true" />
      <KeyScope>
        <SheetBody {...props} />
      </KeyScope>
    </>
  );
}

function SheetBody({
  question,
  act,
  icon,
  isRisky = false,
  isBusy = false,
  problem,
  onAct,
  onClose,
  keys = NO_KEYS,
  children,
}: SheetProps) {
  const { t } = useTranslation();
  const id = useId();
  const sheet = useFocusInside();
  useKeys([
    ...keys,
    { keys: 'Escape', label: t('keys.close_top'), group: t('keys.everywhere'), inFields: true, run: onClose },
  ]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onAct();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only keeps the Tab key inside
    <div
      className={styles.sheet}
      ref={sheet}
      role="dialog"
      aria-modal="true"
      aria-labelledby={id}
      onKeyDown={stayInside}
    >
      <form className={styles.form} onSubmit={submit}>
        <h2 id={id}>{question}</h2>
        {children}
        {problem !== undefined && (
          <Note tone="rejected" isAlert>
            {problem}
          </Note>
        )}
        <div className={styles.ends}>
          <Button
            kind={isRisky ? 'risk-full' : 'main'}
            type="submit"
            keyHint="Enter"
            isBusy={isBusy}
            isWide
            {...(icon && { icon })}
            data-autofocus
          >
            {act}
          </Button>
          <Button onClick={onClose} keyHint="Esc">
            {t('confirm.cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/**
 * The focus goes to what is marked, before the next key can come: Enter right after the key that opened it must not reach what lies
 * below. It returns when this is gone.
 */
function useFocusInside(): RefObject<HTMLDivElement | null> {
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    sheet.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return sheet;
}

/** The field that people write in first, where there is one: it has the focus instead of the button. */
export function useFirstField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  return field;
}

const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), select, textarea, a[href]';

/** Tab goes round within it. */
function stayInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const [first, last] = [stops.at(0), stops.at(-1)];
  const isAtEnd = document.activeElement === (event.shiftKey ? first : last);
  if (!isAtEnd) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
