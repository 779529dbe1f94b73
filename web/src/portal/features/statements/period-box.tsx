import { STATEMENT_FIRST_DAY, STATEMENT_MOST_DAYS } from '@vezne/domain/partner-statement';
import { daysIn, isDay, spanOfDays } from '@vezne/domain/turkish-calendar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { MakeButtons } from './make-buttons.tsx';
import styles from './statements.module.css';
import type { StatementFile } from './use-statements.ts';

type Problem = 'no_first_day' | 'too_early' | 'no_last_day' | 'wrong_order' | 'too_long' | 'to_come';

interface Days {
  from: string;
  to: string;
}

/** The rules of the server, each at the day that breaks it. */
function problemsOf({ from, to }: Days, today: string): { from?: Problem; to?: Problem } {
  if (!isDay(from)) return { from: 'no_first_day' };
  if (from < STATEMENT_FIRST_DAY) return { from: 'too_early' };
  if (!isDay(to)) return { to: 'no_last_day' };
  if (from > to) return { to: 'wrong_order' };
  if (to > today) return { to: 'to_come' };
  return daysIn(spanOfDays(from, to)) > STATEMENT_MOST_DAYS ? { to: 'too_long' } : {};
}

/** A statement of any days: at first those of this month. */
export function PeriodBox({ today, files }: { today: string; files: readonly StatementFile[] }) {
  const { t } = useTranslation();
  const { read, write } = useAddress();
  // A day that was taken out is missing; in the address it would be the usual one again.
  const [isEmpty, setIsEmpty] = useState({ from: false, to: false });
  const usual = { from: `${today.slice(0, 'yyyy-mm'.length)}-01`, to: today };
  const dayOf = (end: keyof Days): string => (isEmpty[end] ? '' : (read(end) ?? usual[end]));
  const days = { from: dayOf('from'), to: dayOf('to') };
  const set = (end: keyof Days, day: string): void => {
    setIsEmpty((before) => ({ ...before, [end]: day === '' }));
    write({ [end]: day });
  };
  const problems = problemsOf(days, today);
  const textOf = (problem: Problem | undefined): string | undefined =>
    problem === undefined
      ? undefined
      : problem === 'to_come'
        ? t('errors.day_to_come')
        : problem === 'wrong_order'
          ? t('money.wrong_order')
          : t(`statements.period_problems.${problem}`);
  return (
    <Box title={t('statements.any_period')}>
      <Stack>
        <div className={styles.days}>
          <DayField
            label={t('money.from')}
            value={days.from}
            onChange={(day) => set('from', day)}
            problem={textOf(problems.from)}
          />
          <DayField
            label={t('money.to')}
            value={days.to}
            onChange={(day) => set('to', day)}
            problem={textOf(problems.to)}
          />
          <div className={styles.make}>
            <MakeButtons
              // What was said of other days is over.
              key={`${days.from} ${days.to}`}
              wish={{ of: 'period', ...days }}
              files={files}
              isDisabled={Object.keys(problems).length > 0}
            />
          </div>
        </div>
        <Quiet>{t('statements.any_period_text')}</Quiet>
      </Stack>
    </Box>
  );
}
