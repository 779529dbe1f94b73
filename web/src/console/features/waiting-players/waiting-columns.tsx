import type { WaitingPlayer } from '@vezne/contract/console/waiting-players';
import { cents } from '@vezne/domain/money';
import { displayCode } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { writtenAge } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import styles from '../desk/desk.module.css';
import { shortBank } from '../desk/short-bank.ts';

export function useWaitingColumns({
  isNarrow,
  isPhone,
  gone,
}: {
  isNarrow: boolean;
  isPhone: boolean;
  gone: ReadonlySet<string>;
}): Column<WaitingPlayer>[] {
  const { t } = useTranslation();
  const wide: Column<WaitingPlayer>[] = [
    {
      key: 'partner',
      header: t('waiting.partner'),
      width: '86px',
      cell: ({ partner }) => (
        <span className={styles.second} title={partner.name}>
          {partner.name}
        </span>
      ),
    },
  ];
  const account: Column<WaitingPlayer>[] = [
    {
      key: 'account',
      header: t('waiting.account'),
      width: '100px',
      cell: ({ bankAccount }) =>
        bankAccount === null ? (
          '–'
        ) : (
          <span className={styles.second} title={bankAccount.bankName}>
            {`${shortBank(bankAccount.bankName)} ${bankAccount.ibanLastFour}`}
          </span>
        ),
    },
  ];
  const said: Column<WaitingPlayer>[] = [
    {
      key: 'said',
      header: t('waiting.said'),
      width: '104px',
      cell: (row) => <Said row={row} isGone={gone.has(row.id)} />,
    },
  ];
  // What is left matters more, and names need the room.
  const age: Column<WaitingPlayer>[] = isPhone
    ? []
    : [
        {
          key: 'age',
          header: t('waiting.age'),
          width: '60px',
          cell: ({ createdAt }) => <Span seconds={(now) => (now - Date.parse(createdAt)) / 1_000} />,
        },
      ];
  return [
    ...age,
    {
      key: 'left',
      header: t('waiting.left'),
      width: '60px',
      cell: ({ expiresAt }) => <TimeLeft until={expiresAt} />,
    },
    {
      key: 'player',
      header: t('waiting.player'),
      width: 'minmax(0, 1fr)',
      cell: ({ customerFullName, customerUsername }) => (
        <span className={styles.name} title={`${customerFullName} · ${customerUsername}`}>
          {customerFullName}
        </span>
      ),
    },
    ...(isNarrow ? [] : wide),
    {
      key: 'asked',
      header: t('waiting.asked'),
      width: '116px',
      isNumber: true,
      cell: ({ amountCents }) => (
        <b>
          <Money amountCents={cents(BigInt(amountCents))} />
        </b>
      ),
    },
    ...(isNarrow ? [] : account),
    ...(isPhone
      ? []
      : [
          {
            key: 'code',
            header: t('waiting.code'),
            width: '104px',
            cell: ({ referenceCode }: WaitingPlayer) => (
              <span className={styles.code}>{referenceCode === null ? '–' : displayCode(referenceCode)}</span>
            ),
          },
        ]),
    ...(isPhone ? [] : said),
  ];
}

function Span({ seconds }: { seconds: (nowMs: number) => number }) {
  const language = useLanguage();
  const now = useNow();
  return <>{writtenAge(Math.max(seconds(now.getTime()), 0), language)}</>;
}

/** In amber when little is left: whoever sees the money then should hurry. */
const LITTLE_LEFT_MS = 5 * 60_000;

function TimeLeft({ until }: { until: string | null }) {
  const { t } = useTranslation();
  const now = useNow();
  if (until === null) return <>–</>;
  const leftMs = Date.parse(until) - now.getTime();
  if (leftMs <= 0) return <span className={styles.late}>{t('waiting.over')}</span>;
  return (
    <span className={leftMs < LITTLE_LEFT_MS ? styles.warns : undefined}>
      <Span seconds={(nowMs) => (Date.parse(until) - nowMs) / 1_000} />
    </span>
  );
}

function Said({ row, isGone }: { row: WaitingPlayer; isGone: boolean }) {
  const { t } = useTranslation();
  if (isGone)
    return (
      <Badge tone="quiet" icon="check-ring">
        {t('waiting.gone')}
      </Badge>
    );
  if (row.hasReceipt)
    return (
      <Badge tone="quiet" icon="clip">
        {t('waiting.receipt')}
      </Badge>
    );
  return row.hasSenderDetails ? (
    <Badge tone="quiet" icon="person">
      {t('waiting.sender')}
    </Badge>
  ) : null;
}
