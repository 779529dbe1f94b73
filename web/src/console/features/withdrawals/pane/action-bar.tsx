import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { displayAmount } from '@vezne/domain/written';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import type { ButtonKind } from '../../../../shared/ui/button.tsx';
import type { IconName } from '../../../../shared/ui/icon-paths.ts';
import styles from '../../desk/pane.module.css';
import { wire } from '../../desk/wire.ts';
import own from '../withdrawals.module.css';
import { isForSecond, isShown, useObstacleText } from './acts.ts';
import type { Act } from './acts.ts';
import type { PaneProps } from './pane-props.ts';

interface Offered {
  act: Act;
  label: string;
  keyHint: string;
  kind?: ButtonKind;
  icon?: IconName;
  run: () => void;
}

/** What can be done at this step. What can't is there all the same, with the reason beside it. */
export function ActionBar({
  payout,
  isHand,
  isUnknown,
  areMarksRead,
  partAmount,
  on,
}: {
  payout: PayoutDetail;
  /** Whether this person works on payouts. */
  isHand: boolean;
  isUnknown: boolean;
  areMarksRead: boolean;
  /** As people write it; undefined: P says that all of it is paid. */
  partAmount: string | undefined;
  on: Readonly<Record<'take' | 'authorise' | 'pay' | 'release' | 'reject' | 'handOver', () => void>>;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const obstacleText = useObstacleText(payout);
  const { stage, obstacles } = payout;
  if (!isHand)
    return (
      <footer className={styles.act}>
        <span className={styles.tiny}>{t('desk.may_not')}</span>
      </footer>
    );
  const amount = displayAmount(wire(payout.playerAmountCents), language);
  const isTwo = isForSecond(payout);
  const steps: Offered[] = [
    ...(stage === 'queued'
      ? [{ act: 'take' as const, label: t('withdrawals.take'), keyHint: 'T', run: on.take }]
      : []),
    ...(stage === 'taken'
      ? [
          {
            act: 'authorise' as const,
            label: isTwo ? t('withdrawals.ask_second') : t('withdrawals.authorise', { amount }),
            keyHint: 'O',
            ...(isTwo && { icon: 'people' as const }),
            run: on.authorise,
          },
        ]
      : []),
    ...(stage === 'authorised' && obstacles.handOver === null && obstacles.approve !== null
      ? [{ act: 'handOver' as const, label: t('withdrawals.hand_over'), keyHint: 'D', run: on.handOver }]
      : stage === 'authorised'
        ? [
            {
              act: partAmount === undefined ? ('approve' as const) : ('recordPart' as const),
              label:
                partAmount === undefined
                  ? t('withdrawals.pay', { amount })
                  : t('withdrawals.record_part', { amount: partAmount }),
              keyHint: 'P',
              run: on.pay,
            },
          ]
        : []),
  ];
  const everything: Offered[] = [
    ...steps.map((step): Offered => ({ ...step, kind: 'main' })),
    { act: 'release', label: t('withdrawals.release'), keyHint: 'B', run: on.release },
    { act: 'reject', label: t('desk.reject'), keyHint: 'R', kind: 'risk', run: on.reject },
  ];
  const offered = everything.filter(({ act }) => isShown(payout, act, isHand));
  const needsMarks = stage !== 'authorised' && payout.marks.length > 0 && !areMarksRead;
  const isWaitingForMarks = (act: Act): boolean =>
    needsMarks && (act === 'take' || act === 'authorise') && obstacles[act] === null;
  const reasons = new Map<string, string[]>();
  for (const { act, label } of offered) {
    const why = obstacleText(act);
    if (why !== undefined) reasons.set(why, [...(reasons.get(why) ?? []), label]);
  }
  const isGap = offered.some(({ act }) => isWaitingForMarks(act));
  return (
    <footer className={styles.act}>
      {isUnknown && <p className={own.why}>{t('desk.unknown_wait')}</p>}
      {!isUnknown && isGap && <p className={own.why}>{t('withdrawals.marks_gap')}</p>}
      {!isUnknown &&
        [...reasons].map(([why, labels]) => (
          <p key={why} className={own.why}>
            {t('withdrawals.with_name', { act: labels.join(', '), why })}
          </p>
        ))}
      <div className={own.buttons}>
        {offered.map(({ act, label, run, ...looks }) => (
          <Button
            key={act}
            {...looks}
            isWide={looks.kind === 'main'}
            disabled={isUnknown || obstacles[act] !== null || isWaitingForMarks(act)}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </div>
    </footer>
  );
}

/** The way on from one that is over. Nothing is opened by itself. */
export function NextBar({ next, hasFocus }: { next: PaneProps['next']; hasFocus: boolean }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hasFocus) bar.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [hasFocus]);
  return (
    <footer className={styles.act} ref={bar}>
      {next === null ? (
        <span className={styles.tiny}>{t('withdrawals.done.no_next')}</span>
      ) : (
        <Button isWide {...(hasFocus && { keyHint: 'Enter' })} onClick={next.open}>
          {t('withdrawals.done.next', { name: next.name })}
        </Button>
      )}
    </footer>
  );
}

/** What is done when something went wrong with the money. Each says who may. */
export function OtherActs({
  payout,
  isHand,
  isUnknown,
  on,
}: {
  payout: PayoutDetail;
  isHand: boolean;
  isUnknown: boolean;
  on: Readonly<Record<'handOver' | 'returnPayout' | 'correct' | 'bookMisdirection', () => void>>;
}) {
  const { t } = useTranslation();
  const obstacleText = useObstacleText(payout);
  const acts = (
    [
      ['handOver', t('withdrawals.hand_over')],
      ['returnPayout', t('withdrawals.return.act')],
      ['correct', t('withdrawals.correct.act')],
      ['bookMisdirection', t('withdrawals.misdirect.act')],
    ] as const
  ).filter(([act]) => isShown(payout, act, isHand) && payout.stage !== 'queued' && payout.stage !== 'taken');
  const isOver = payout.status === 'approved';
  if (acts.length === 0 && !isOver) return null;
  return (
    <section>
      {isOver && <p className={styles.second}>{t('withdrawals.done.nothing_left')}</p>}
      {acts.length > 0 && <h3 className={own.otherTitle}>{t('withdrawals.other_acts')}</h3>}
      <ul className={own.otherActs}>
        {acts.map(([act, label]) => {
          const why = obstacleText(act);
          return (
            <li key={act}>
              <Button size="small" disabled={isUnknown || why !== undefined} onClick={on[act]}>
                {label}
              </Button>
              {why !== undefined && <span className={styles.tiny}>{why}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
