import { STATEMENT_MOST_DAYS } from '@vezne/domain/partner-statement';
import { daysIn, isDay, spanOfDays } from '@vezne/domain/turkish-calendar';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../shared/ui/note.tsx';
import { Box, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { isWrongOrder } from '../../parts/days.ts';
import { useAddress } from '../../parts/use-address.ts';
import { MakeButtons } from './make-buttons.tsx';
import styles from './statements.module.css';
import type { StatementFile } from './use-statements.ts';

type Problem = 'no_days' | 'wrong_order' | 'too_long' | 'to_come';

function problemOf({ from, to }: { from: string; to: string }, today: string): Problem | undefined {
  if (!isDay(from) || !isDay(to)) return 'no_days';
  if (isWrongOrder({ from, to })) return 'wrong_order';
  if (to > today) return 'to_come';
  return daysIn(spanOfDays(from, to)) > STATEMENT_MOST_DAYS ? 'too_long' : undefined;
}

/** A statement of any days: at first those of this month. */
export function PeriodBox({ today, files }: { today: string; files: readonly StatementFile[] }) {
  const { t } = useTranslation();
  const { read, write } = useAddress();
  const days = { from: read('from') ?? `${today.slice(0, 'yyyy-mm'.length)}-01`, to: read('to') ?? today };
  const problem = problemOf(days, today);
  return (
    <Box title={t('statements.any_period')}>
      <Stack>
        <div className={styles.days}>
          <DayField label={t('money.from')} value={days.from} onChange={(from) => write({ from })} />
          <DayField label={t('money.to')} value={days.to} onChange={(to) => write({ to })} />
          <div className={styles.make}>
            <MakeButtons wish={{ of: 'period', ...days }} files={files} isDisabled={problem !== undefined} />
          </div>
        </div>
        {problem !== undefined && (
          <Note tone="waiting" isAlert>
            {problem === 'to_come'
              ? t('errors.day_to_come')
              : problem === 'wrong_order'
                ? t('money.wrong_order')
                : t(`statements.period_problems.${problem}`)}
          </Note>
        )}
        <Quiet>{t('statements.any_period_text')}</Quiet>
      </Stack>
    </Box>
  );
}
