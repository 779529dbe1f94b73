import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyScope } from '../keys/use-keys.tsx';
import { classNames } from './class-names.ts';
import { useIsCovered } from './dialog-stack.ts';
import styles from './dialog.module.css';
import { useFocusReturn } from './use-focus-return.ts';

type Width = 420 | 480 | 640 | 880;

/** Over the page, with the keys for itself. Escape closes it, and the focus goes back to what opened it. Its title names it for screen readers. */
export function Dialog({
  title,
  width = 480,
  isOpen,
  onClose,
  aside,
  isBesidePane = false,
  children,
}: {
  title: string;
  width?: Width;
  isOpen: boolean;
  onClose: () => void;
  /** Over the list alone, where there is room for both: what stands in the pane is compared with it. */
  isBesidePane?: boolean;
  /** At the right end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  if (!isOpen) return null;
  return (
    <PlainDialog label={title} width={width} isBesidePane={isBesidePane} onClose={onClose}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </PlainDialog>
  );
}

/** A dialog without a head of its own. */
export function PlainDialog({
  label,
  width,
  isBesidePane = false,
  onClose,
  children,
}: {
  label: string;
  width: Width;
  isBesidePane?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  // Only the upper one of two is seen; the lower one keeps what was typed.
  const isCovered = useIsCovered();
  const inside = useFocusReturn();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={width}
      padding={0}
      yOffset={96}
      transitionProps={{ duration: 0 }}
      classNames={{
        content: classNames(styles.content, isBesidePane && styles.contentBeside),
        inner: classNames(isBesidePane && styles.innerBeside),
        overlay: classNames(isBesidePane && styles.overlayBeside),
      }}
      closeOnEscape={!isCovered}
      returnFocus={false}
      style={{ visibility: isCovered ? 'hidden' : 'visible' }}
    >
      <Modal.Overlay backgroundOpacity={1} color="var(--shade)" />
      <Modal.Content aria-label={label}>
        <KeyScope>
          <div className={styles.dialog} ref={inside}>
            {children}
          </div>
        </KeyScope>
      </Modal.Content>
    </Modal.Root>
  );
}

/** How to leave a dialog that has no button for it. */
export function EscapeHint() {
  const { t } = useTranslation();
  return (
    <span className={styles.hint}>
      <kbd>Esc</kbd> {t('keys.close')}
    </span>
  );
}

/** The buttons at the end, the one that acts last. */
export function DialogEnds({ children }: { children: ReactNode }) {
  return <div className={styles.ends}>{children}</div>;
}
