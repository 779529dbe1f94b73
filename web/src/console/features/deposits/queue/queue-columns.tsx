import type { DepositWarning, WaitingDeposit } from '@vezne/contract/console/deposits';
import { isHeld } from '@vezne/domain/hold';
import { DEPOSIT_TARGET_MINUTES } from '@vezne/domain/queue-targets';
import { displayCode } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
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
import { useNow } from '../../../../shared/ui/use-now.ts';
import styles from '../../desk/desk.module.css';
import { shortBank } from '../../desk/short-bank.ts';
import { wire } from '../../desk/wire.ts';

/** A deposit should be decided within this time. */
export const TARGET_MINUTES = DEPOSIT_TARGET_MINUTES;

interface Choice {
  /** Whether rows show a box that can be ticked. */
  isOn: boolean;
  selected: ReadonlySet<string>;
  mayChoose: (row: WaitingDeposit) => boolean;
}

export function useQueueColumns({
  isNarrow,
  isPhone,
  gone,
  choice,
}: {
  isNarrow: boolean;
  isPhone: boolean;
  gone: ReadonlySet<string>;
  choice: Choice;
}): Column<WaitingDeposit>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const wide: Column<WaitingDeposit>[] = isNarrow
    ? []
    : [
        {
          key: 'partner',
          header: t('desk.partner'),
          width: '86px',
          cell: ({ partner }) => <span className={styles.second}>{partner.name}</span>,
        },
      ];
  const bank: Column<WaitingDeposit>[] = isNarrow
    ? []
    : [
        {
          key: 'bank',
          header: t('desk.bank'),
          width: '86px',
          cell: ({ bankAccount }) => (
            <span className={styles.second} title={bankAccount?.bankName}>
              {bankAccount === null ? '–' : shortBank(bankAccount.bankName)}
            </span>
          ),
        },
      ];
  const code: Column<WaitingDeposit>[] = isPhone
    ? []
    : [
        {
          key: 'code',
          header: t('deposits.code'),
          width: '104px',
          cell: ({ referenceCode }) => (
            <span className={styles.code}>{referenceCode === null ? '–' : displayCode(referenceCode)}</span>
          ),
        },
      ];
  return [
    {
      key: 'age',
      header: t('desk.age'),
      width: ageWidth(language, { isPhone, hasBox: choice.isOn }),
      cell: (row) => {
        const age = <WaitingAge row={row} isPlain={choice.isOn || isPhone} />;
        if (!choice.isOn) return age;
        return (
          <span className={styles.tickLine}>
            <Tick isOn={choice.selected.has(row.id)} isOff={!choice.mayChoose(row)} />
            {age}
          </span>
        );
      },
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
    ...wide,
    {
      key: 'asked',
      header: t('deposits.asked'),
      width: isPhone ? '114px' : '116px',
      isNumber: true,
      cell: ({ amountCents }) => (
        <b>
          <Money amountCents={wire(amountCents)} />
        </b>
      ),
    },
    ...bank,
    ...code,
    {
      key: 'signals',
      header: isPhone ? '' : t('desk.signals'),
      width: isPhone ? '36px' : '164px',
      cell: (row) => <Signals row={row} isGone={gone.has(row.id)} now={now} isShort={isPhone} />,
    },
  ];
}

/** "14 min" is longer than "14 dk". On a phone there is no pie, so a box needs room of its own. */
function ageWidth(language: Language, { isPhone, hasBox }: { isPhone: boolean; hasBox: boolean }): string {
  const [wide, phone] = language === 'tr' ? [76, 64] : [90, 70];
  return `${isPhone && !hasBox ? phone : wide}px`;
}

/** The pie is for the list; beside a box the figure alone is enough. */
function WaitingAge({ row, isPlain }: { row: WaitingDeposit; isPlain: boolean }) {
  return <Age since={new Date(row.waitingSince)} targetMinutes={TARGET_MINUTES} isPlain={isPlain} />;
}

function Tick({ isOn, isOff }: { isOn: boolean; isOff: boolean }) {
  return (
    <span
      className={classNames(styles.tick, isOn && styles.tickOn, isOff && styles.tickOff)}
      aria-hidden="true"
    >
      {isOn && <Icon name="check" size={12} />}
    </span>
  );
}

type Signal = DepositWarning | 'takes_two' | 'open_request' | 'held' | 'receipt' | 'gone';

const LOOKS: Readonly<Record<Signal, { tone: Tone; icon: IconName }>> = {
  another_sender: { tone: 'waiting', icon: 'warning' },
  same_amount_again: { tone: 'waiting', icon: 'warning' },
  late_money: { tone: 'waiting', icon: 'clock' },
  moved: { tone: 'waiting', icon: 'swap' },
  takes_two: { tone: 'accent', icon: 'people' },
  open_request: { tone: 'accent', icon: 'people' },
  held: { tone: 'quiet', icon: 'pause' },
  receipt: { tone: 'quiet', icon: 'clip' },
  gone: { tone: 'quiet', icon: 'check-ring' },
};

const GLYPHS: Partial<Record<Tone, string | undefined>> = { waiting: styles.warns, accent: styles.mine };

/** What deserves a look, the weightiest first. */
function signalsOf(row: WaitingDeposit, { isGone, now }: { isGone: boolean; now: Date }): Signal[] {
  if (isGone) return ['gone'];
  const held = row.heldUntil !== null && isHeld(new Date(row.heldUntil), now);
  return [
    ...(row.hasOpenRequest ? (['open_request'] as const) : []),
    ...row.warnings,
    ...(row.takesTwo && !row.hasOpenRequest && !row.warnings.includes('another_sender')
      ? (['takes_two'] as const)
      : []),
    ...(held ? (['held'] as const) : []),
    ...(row.hasReceipt ? (['receipt'] as const) : []),
  ];
}

function Signals({
  row,
  isGone,
  now,
  isShort,
}: {
  row: WaitingDeposit;
  isGone: boolean;
  now: Date;
  /** The glyph without its word, where there is no room. */
  isShort: boolean;
}) {
  const { t } = useTranslation();
  const signals = signalsOf(row, { isGone, now });
  const [first] = signals;
  const all = signals.map((signal) => t(`deposits.signal.${signal}`)).join(', ');
  if (isShort) {
    return (
      <span className={styles.signals} title={all}>
        {first !== undefined && (
          <span className={GLYPHS[LOOKS[first].tone]} role="img" aria-label={all}>
            <Icon name={LOOKS[first].icon} />
          </span>
        )}
        {row.claim !== null && !isGone && <Face name={row.claim.name} />}
      </span>
    );
  }
  return (
    <span className={styles.signals} title={all}>
      {first !== undefined && <Badge {...LOOKS[first]}>{t(`deposits.signal.${first}`)}</Badge>}
      {signals.length > 1 && <span className={styles.tiny}>{`+${signals.length - 1}`}</span>}
      {row.claim !== null && !isGone && (
        <span className={classNames(styles.by, row.claim.isMine && styles.mine)} title={row.claim.name}>
          <Face name={row.claim.name} />
          {signals.length === 0 || signals[0] === 'receipt' ? firstNameOf(row, t('desk.you')) : null}
        </span>
      )}
    </span>
  );
}

function firstNameOf({ claim }: WaitingDeposit, you: string): string {
  if (claim === null) return '';
  return claim.isMine ? you : (claim.name.split(/\s+/)[0] ?? claim.name);
}
