import type { PayoutMark } from '@vezne/domain/payout-marks';
import { PAYOUT_TARGET_MINUTES } from '@vezne/domain/queue-targets';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Badge } from '../../../../shared/ui/badge.tsx';
import type { Tone } from '../../../../shared/ui/badge.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Face } from '../../../../shared/ui/face.tsx';
import type { Column } from '../../../../shared/ui/grid.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import type { IconName } from '../../../../shared/ui/icon-paths.ts';
import { Money } from '../../../../shared/ui/money.tsx';
import { Age } from '../../../../shared/ui/time.tsx';
import styles from '../../desk/desk.module.css';
import { shortBank } from '../../desk/short-bank.ts';
import { wire } from '../../desk/wire.ts';
import type { PlacedPayout } from './payout-queue.ts';

/** A payout should be sent within this time. */
export const TARGET_MINUTES = PAYOUT_TARGET_MINUTES;

export function usePayoutColumns({
  isNarrow,
  isPhone,
  gone,
}: {
  isNarrow: boolean;
  isPhone: boolean;
  gone: ReadonlySet<string>;
}): Column<PlacedPayout>[] {
  const { t } = useTranslation();
  const isTurkish = useLanguage() === 'tr';
  const partner: Column<PlacedPayout> = {
    key: 'partner',
    header: t('desk.partner'),
    width: '104px',
    cell: (row) => <span className={styles.second}>{row.partner.name}</span>,
  };
  const bank: Column<PlacedPayout> = {
    key: 'bank',
    header: t('withdrawals.payout_bank'),
    width: '104px',
    cell: ({ payoutBankName }) => (
      <span className={styles.second} title={payoutBankName}>
        {shortBank(payoutBankName)}
      </span>
    ),
  };
  return [
    {
      key: 'age',
      header: t('desk.age'),
      // "14 min" is longer than "14 dk".
      width: `${(isPhone ? 58 : 76) + (isTurkish ? 0 : 10)}px`,
      cell: ({ waitingSince }) => (
        <Age since={new Date(waitingSince)} targetMinutes={TARGET_MINUTES} isPlain={isPhone} />
      ),
    },
    {
      key: 'player',
      header: t('desk.player'),
      width: 'minmax(0, 1fr)',
      cell: ({ customerFullName }) => (
        <span className={styles.name} title={customerFullName}>
          {customerFullName}
        </span>
      ),
    },
    ...(isNarrow ? [] : [partner]),
    {
      key: 'amount',
      header: t('withdrawals.amount'),
      width: isPhone ? '114px' : '116px',
      isNumber: true,
      cell: ({ amountCents }) => (
        <b>
          <Money amountCents={wire(amountCents)} />
        </b>
      ),
    },
    ...(isNarrow ? [] : [bank]),
    {
      key: 'signals',
      header: isPhone ? '' : t('desk.signals'),
      width: isPhone ? '52px' : '196px',
      cell: (row) => <Signals row={row} isGone={gone.has(row.id)} isShort={isPhone} />,
    },
  ];
}

type Signal = PayoutMark | 'same_amount_today' | 'takes_two' | 'open_request' | 'gone';

const LOOKS: Readonly<Record<Signal, { tone: Tone; icon: IconName }>> = {
  partner_may_not_know: { tone: 'waiting', icon: 'warning' },
  another_holder: { tone: 'waiting', icon: 'warning' },
  iban_of_other_players: { tone: 'waiting', icon: 'people' },
  iban_changed: { tone: 'waiting', icon: 'swap' },
  same_amount_today: { tone: 'waiting', icon: 'warning' },
  takes_two: { tone: 'accent', icon: 'people' },
  open_request: { tone: 'accent', icon: 'people' },
  gone: { tone: 'quiet', icon: 'check-ring' },
};

/** What deserves a look, the weightiest first. */
function signalsOf(row: PlacedPayout, isGone: boolean): Signal[] {
  if (isGone) return ['gone'];
  return [
    ...(row.hasOpenRequest ? (['open_request'] as const) : []),
    ...row.marks,
    ...(row.isSameAmountToday ? (['same_amount_today'] as const) : []),
    ...(row.takesTwo && !row.hasOpenRequest && row.stage !== 'authorised' ? (['takes_two'] as const) : []),
  ];
}

function Signals({
  row,
  isGone,
  isShort,
}: {
  row: PlacedPayout;
  isGone: boolean;
  /** The glyph without its word, where there is no room. */
  isShort: boolean;
}) {
  const { t } = useTranslation();
  const signals = signalsOf(row, isGone);
  const [first] = signals;
  const all = signals.map((signal) => t(`withdrawals.signal.${signal}`)).join(', ');
  const { taker } = row;
  const isWaiting = first !== undefined && LOOKS[first].tone === 'waiting';
  return (
    <span className={styles.signals} title={all}>
      {first !== undefined &&
        (isShort ? (
          <span className={isWaiting ? styles.warns : styles.mine} role="img" aria-label={all}>
            <Icon name={LOOKS[first].icon} />
          </span>
        ) : (
          <Badge {...LOOKS[first]}>{t(`withdrawals.signal.${first}`)}</Badge>
        ))}
      {!isShort && signals.length > 1 && <span className={styles.tiny}>{`+${signals.length - 1}`}</span>}
      {taker !== null && !isGone && (
        <span className={classNames(styles.by, taker.isMe && styles.mine)} title={taker.name}>
          <Face name={taker.name} />
          {!isShort && signals.length === 0 && (taker.isMe ? t('desk.you') : firstNameOf(taker.name))}
        </span>
      )}
    </span>
  );
}

function firstNameOf(name: string): string {
  return name.split(/\s+/)[0] ?? name;
}
