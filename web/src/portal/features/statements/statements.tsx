import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useSignedIn } from '../session/session.ts';
import { FilesBox } from './files-box.tsx';
import { MonthsTable } from './months-table.tsx';
import { PeriodBox } from './period-box.tsx';
import { UsageBox } from './usage-box.tsx';
import { useFiles, useStatements, useUsage } from './use-statements.ts';
import type { UsagePoint } from './use-statements.ts';

/** As far back as the server counts months; the chart has the last twelve. */
const MONTHS_BACK = '24';
const CHARTED = 12;

/** Not those before the partner began. */
const charted = (points: readonly UsagePoint[] | undefined, firstDay = '') =>
  points?.slice(-CHARTED).filter(({ at }) => at >= firstDay.slice(0, 'yyyy-mm'.length));

/** Every month of the balance, files of any period, and what was done month by month. */
export function Statements() {
  const { t } = useTranslation();
  const { look } = useSignedIn();
  const list = useStatements();
  const usage = useUsage({ by: 'month', months: MONTHS_BACK });
  const files = useFiles(list.data?.files ?? []);
  return (
    <Page title={t('statements.title')}>
      <Box title={t('statements.months')} isFlush>
        {list.error !== null && list.data === undefined && (
          <Failed
            code={codeOf(list.error)}
            requestId={requestIdOf(list.error)}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isPending && <SkeletonRows rows={4} height={48} />}
        {list.data !== undefined && <MonthsTable list={list.data} usage={usage.data?.points} />}
      </Box>
      {list.data !== undefined && (
        <>
          {look === null && <PeriodBox today={list.data.today} files={files} />}
          <FilesBox files={files} />
        </>
      )}
      <UsageBox
        title={t('statements.usage_months')}
        label={t('statements.chart_months')}
        usage={usage}
        points={charted(usage.data?.points, list.data?.firstDay)}
      />
    </Page>
  );
}
