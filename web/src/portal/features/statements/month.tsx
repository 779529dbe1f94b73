import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { entryKindOfReserve } from '@vezne/domain/partner-statement';
import { isMonth, lastDayOf } from '@vezne/domain/turkish-calendar';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { Sum } from '../../../shared/ui/sum.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { useIsPhone } from '../../parts/use-is-phone.ts';
import { wireMoney } from '../../parts/wire-money.ts';
import { useSignedIn } from '../session/session.ts';
import { FilesBox } from './files-box.tsx';
import { MakeButtons } from './make-buttons.tsx';
import styles from './statements.module.css';
import { SumsTable } from './sums-table.tsx';
import { UsageBox } from './usage-box.tsx';
import { useFiles, useMonth, useStatements, useUsage } from './use-statements.ts';
import type { WholeMonth, Wish } from './use-statements.ts';
import { monthName } from './written-days.ts';

/** An address with something else than a month in it is as unknown as a month that never was. */
const isUnknown = (code: string): boolean => code === 'not_found' || code === 'invalid_request';

/** One month of the balance. */
export function StatementMonth() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { month = '' } = useParams();
  const { data, error, refetch } = useMonth(month);
  const title = isMonth(month) ? monthName(month, language) : t('statements.one');
  if (data !== undefined) return <Whole month={data} title={title} />;
  return (
    <Page title={title} back={<Back />}>
      <Box title={t('statements.summary')} isFlush>
        {error === null ? (
          <SkeletonRows rows={6} />
        ) : isUnknown(codeOf(error)) ? (
          <Empty
            icon="document"
            title={t('statements.not_found')}
            action={
              <ButtonLink to="/statements" size="small">
                {t('statements.to_list')}
              </ButtonLink>
            }
          >
            {t('statements.not_found_text')}
          </Empty>
        ) : (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
      </Box>
    </Page>
  );
}

function Back() {
  const { t } = useTranslation();
  return <BackLink to="/statements">{t('statements.back')}</BackLink>;
}

function Whole({ month, title }: { month: WholeMonth; title: string }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const { look } = useSignedIn();
  const { data: list } = useStatements();
  const all = useFiles(list?.files ?? []);
  const usage = useUsage({ by: 'day', month: month.month });
  const [first, last] = [`${month.month}-01`, lastDayOf(month.month)];
  const files = all.filter(({ from, to }) => from >= first && to <= last);
  const wish = wishOf(month, list?.today);
  const make = look === null && wish !== undefined && (
    <MakeButtons wish={wish} files={all} size={isPhone ? 'normal' : 'small'} />
  );
  return (
    <Page
      title={title}
      back={<Back />}
      meta={
        month.number === null ? (
          <Badge icon="clock" tone="waiting">
            {t('statements.running')}
          </Badge>
        ) : (
          <Badge icon="lock">{t('statements.closed', { number: month.number })}</Badge>
        )
      }
      {...(!isPhone && make !== false && { actions: <div className={styles.head}>{make}</div> })}
    >
      {isPhone && make !== false && <div className={styles.phoneFormats}>{make}</div>}
      <Box
        title={t('statements.summary')}
        isFlush
        aside={
          <Link to={`/money?from=${first}&to=${last}`}>
            {t('statements.and_entries', {
              count: month.entries,
              movements: t('statements.movements', { count: month.movements }),
            })}
          </Link>
        }
      >
        <SumsTable month={month} />
        <p className={styles.end}>
          {month.closedAt === null ? t('statements.running_text') : t('statements.closed_text')}
        </p>
      </Box>
      <UsageBox
        title={t('statements.usage_days')}
        label={t('statements.chart_days', { month: title })}
        span={7}
        usage={usage}
        points={usage.data?.points}
      />
      <ReservedBox month={month} />
      <FilesBox files={files} />
    </Page>
  );
}

/** A month that runs has no number: what it has until today is a period. */
function wishOf({ month, number }: WholeMonth, today: string | undefined): Wish | undefined {
  if (number !== null) return { of: 'month', month };
  if (today === undefined) return undefined;
  const last = lastDayOf(month);
  return { of: 'period', from: `${month}-01`, to: last < today ? last : today };
}

/** What was set aside at both ends, and what became of it between them. */
function ReservedBox({ month }: { month: WholeMonth }) {
  const { t } = useTranslation();
  const entries = `/money?book=reserved&from=${month.month}-01&to=${lastDayOf(month.month)}`;
  return (
    <Box
      title={t('money.books.reserved')}
      span={5}
      aside={<Link to={entries}>{t('statements.reserve_entries')}</Link>}
    >
      <Sum
        lines={[
          { label: t('statements.reserved_opening'), amountCents: wireMoney(month.reservedOpeningCents) },
          ...month.reserveSums.map(({ kind, amountCents }) => ({
            label: t(`statements.reserve_kinds.${kind}`),
            amountCents: wireMoney(amountCents),
            isSigned: true,
            to: `${entries}&kind=${entryKindOfReserve(kind)}`,
          })),
        ]}
        total={{
          label: month.closedAt === null ? t('statements.reserved_now') : t('statements.reserved_closing'),
          amountCents: wireMoney(month.reservedClosingCents),
        }}
      />
    </Box>
  );
}
