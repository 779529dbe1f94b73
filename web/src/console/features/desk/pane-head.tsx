import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import type { StateCode } from '../../../shared/ui/badge.tsx';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Bone } from '../../../shared/ui/void.tsx';
import styles from './pane.module.css';

/** Where an open item stands in its list, and the ways to its neighbours. */
export interface PaneWalk {
  /** From 1; null: the list has not got it. */
  place: number | null;
  of: number;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

export function PaneHead({
  state,
  place,
  of,
  onPrevious,
  onNext,
  onClose,
  children,
}: PaneWalk & {
  state: StateCode | undefined;
  /** What it is called. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <header className={styles.bar}>
      {children}
      {state !== undefined && (
        <span className={styles.state}>
          <StateBadge state={state} />
        </span>
      )}
      <span className={styles.walk}>
        {place !== null && <span className={styles.place}>{`${place} / ${of}`}</span>}
        <IconButton
          icon="up"
          label={t('desk.previous')}
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        />
        <IconButton icon="down" label={t('desk.next')} disabled={onNext === undefined} onClick={onNext} />
        <IconButton icon="close" label={t('desk.close')} onClick={onClose} />
      </span>
    </header>
  );
}

/** As high as what comes: the figures first. */
export function PaneBones() {
  const { t } = useTranslation();
  return (
    <div className={styles.scroll} role="status" aria-busy="true" aria-label={t('loading')}>
      <section className={styles.who}>
        <Bone width={180} />
      </section>
      <section className={styles.bones}>
        {[120, 96, 140, 110, 160].map((width) => (
          <p key={width}>
            <Bone width={width} />
            <Bone width={72} />
          </p>
        ))}
      </section>
      <section className={styles.bones}>
        <p>
          <Bone width={220} />
        </p>
      </section>
    </div>
  );
}
