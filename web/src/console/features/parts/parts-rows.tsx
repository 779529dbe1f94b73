import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import type { StateCode } from '../../../shared/ui/badge.tsx';
import { Grid } from '../../../shared/ui/grid.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Age } from '../../../shared/ui/time.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import styles from './parts.module.css';

interface Row {
  id: string;
  since: Date;
  player: string;
  partner: string;
  amountCents: Cents;
  state: StateCode;
}

const PLAYERS = [
  'Ayşe Işık',
  'Mehmet Karagöz',
  'Zeynep Çağlayan',
  'Hüseyin Avni Öztürk',
  'Gülşah Ünal',
  'İrem Yıldız',
];
const PARTNERS = ['Mavi Oyun', 'Kuzey Spor', 'Atlas'];
const STATES: StateCode[] = ['waiting_confirmation', 'approved', 'rejected', 'waiting_payment'];
/** More than fit on any screen, so that one sees that only a few are drawn. */
const PAGE = 200;
const ALL = 1_000;

/** The list in its four states: full (and asking for more at its end), loading, empty, failed. */
export function PartsRows({ ago }: { ago: (minutes: number) => Date }) {
  const { t } = useTranslation();
  const [count, setCount] = useState(PAGE);
  const [openKey, setOpenKey] = useState<string | null>('row-1');
  const columns: Column<Row>[] = [
    {
      key: 'age',
      header: t('parts.waiting'),
      width: '104px',
      cell: ({ since }) => <Age since={since} targetMinutes={10} />,
    },
    { key: 'player', header: t('parts.player'), width: 'minmax(0, 2fr)', cell: ({ player }) => player },
    { key: 'partner', header: t('parts.partner'), width: 'minmax(0, 1fr)', cell: ({ partner }) => partner },
    {
      key: 'amount',
      header: t('parts.requested'),
      width: '128px',
      isNumber: true,
      cell: ({ amountCents }) => (
        <b>
          <Money amountCents={amountCents} />
        </b>
      ),
    },
    {
      key: 'state',
      header: t('parts.states'),
      width: '168px',
      cell: ({ state }) => <StateBadge state={state} />,
    },
  ];
  const rows = Array.from({ length: count }, (_, index): Row => ({
    id: `row-${index}`,
    since: ago(Math.max(14 - index, 0)),
    player: PLAYERS[index % PLAYERS.length] ?? '',
    partner: PARTNERS[index % PARTNERS.length] ?? '',
    amountCents: cents(BigInt(25_000 + ((index * 7_919) % 900_000))),
    state: STATES[index % STATES.length] ?? 'approved',
  }));
  const shared = {
    label: t('parts.rows'),
    columns,
    keyOf: ({ id }: Row) => id,
    onOpen: ({ id }: Row) => setOpenKey(id),
    empty: <Empty title={t('parts.nothing')}>{t('parts.nothing_text')}</Empty>,
  };
  return (
    <>
      <Box title={t('parts.rows')} aside={count} span={8} isFlush>
        <div className={styles.rows}>
          <Grid
            {...shared}
            rows={rows}
            openKey={openKey}
            hasMore={count < ALL}
            onMore={() => setCount(Math.min(count + PAGE, ALL))}
            isQuiet={({ id }) => id === 'row-2'}
          />
        </div>
      </Box>
      <Box title={t('parts.rows_loading')} span={4} isFlush>
        <div className={styles.rows}>
          <Grid
            {...shared}
            label={t('parts.rows_loading')}
            columns={columns.slice(0, 2)}
            rows={[]}
            isLoading
          />
        </div>
      </Box>
      <Box title={t('parts.rows_empty')} span={6} isFlush>
        <div className={styles.short}>
          <Grid {...shared} label={t('parts.rows_empty')} rows={[]} />
        </div>
      </Box>
      <Box title={t('parts.rows_failed')} span={6} isFlush>
        <div className={styles.short}>
          <Grid
            {...shared}
            label={t('parts.rows_failed')}
            rows={[]}
            failure={{ code: 'unavailable', retry: () => undefined }}
          />
        </div>
      </Box>
    </>
  );
}
