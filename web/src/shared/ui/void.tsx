import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiErrorCode } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Identifier } from './copy.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './void.module.css';

/** Nothing to show: says what will appear here, and how. */
export function Empty({
  icon = 'inbox',
  title,
  action,
  children,
}: {
  icon?: IconName;
  title: string;
  /** A way out. */
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.void}>
      <Icon name={icon} size={24} />
      <b>{title}</b>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** It could not be loaded: says why, and what to do. */
export function Failed({
  code,
  requestId,
  onRetry,
}: {
  code: ApiErrorCode;
  /** With which our logs find it. */
  requestId?: string | undefined;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.void} role="alert">
      <Icon name={code === 'offline' ? 'offline' : 'warning'} size={24} />
      <b>{t('failed.title')}</b>
      <p>{t(`errors.${code}`)}</p>
      {requestId !== undefined && (
        <p>
          {t('failed.number')} <Identifier id={requestId} />
        </p>
      )}
      <Button size="small" icon="redo" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </div>
  );
}

/** A line in the place of a text that is not there yet. */
export function Bone({ width }: { width: number }) {
  return <span className={styles.bone} style={{ width }} />;
}

/** Rows as high as those that come. */
export function SkeletonRows({ rows, height = 40 }: { rows: number; height?: number }) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row} style={{ height }}>
          <Bone width={120 + ((index * 37) % 80)} />
          <Bone width={64 + ((index * 23) % 40)} />
        </div>
      ))}
    </div>
  );
}
