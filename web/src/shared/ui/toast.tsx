import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './toast.module.css';

interface Toast {
  text: string;
  icon?: IconName;
  /** Something to do about it: open it, undo it. */
  action?: { label: string; run: () => void };
  /** Stays until it is closed. */
  isError?: boolean;
}

const SHOWN_MS = 6_000;

type ShowToast = (toast: Toast) => void;
const ToastContext = createContext<ShowToast | null>(null);

export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('There is no ToastProvider above.');
  return show;
}

/** What happened, at the bottom left, for six seconds; an error stays until it is closed. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([]);
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const last = useRef(0);
  const show = useCallback<ShowToast>(
    (toast) => {
      last.current += 1;
      const id = last.current;
      setToasts((all) => [...all, { ...toast, id }]);
      if (toast.isError !== true) setTimeout(() => close(id), SHOWN_MS);
    },
    [close],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.corner} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <ToastView key={toast.id} {...toast} onClose={() => close(toast.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

export function ToastView({ text, icon, action, isError = false, onClose }: Toast & { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.toast}>
      <Icon name={icon ?? (isError ? 'warning' : 'check')} />
      <span>{text}</span>
      {action && (
        <button type="button" className={styles.act} onClick={action.run}>
          {action.label}
        </button>
      )}
      {isError && (
        <button type="button" className={styles.close} onClick={onClose} aria-label={t('toast.close')}>
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}
