import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Box, Page, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { Sum } from '../../../shared/ui/sum.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { isWrongOrder } from '../../parts/days.ts';
import { Older } from '../../parts/older.tsx';
import { WrongOrderNote } from '../../parts/period-note.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { wireMoney } from '../../parts/wire-money.ts';
import { EntryTable } from './entry-table.tsx';
import { jointKindsOf, kindsOf } from './kinds.ts';
import styles from './money.module.css';
import { useEntries } from './use-entries.ts';
import type { WantedEntries } from './use-entries.ts';

const BOOKS = ['available', 'reserved'] as const;

/** Every entry of what is available or of what is reserved, with the balance after it. */
export function Money() {
  const { t } = useTranslation();
  const { read, write } = useAddress();
  const wanted: WantedEntries = {
    book: read('book') === 'reserved' ? 'reserved' : 'available',
    from: read('from'),
    to: read('to'),
    kind: read('kind'),
  };
  const isUnasked = isWrongOrder(wanted);
  const pages = useEntries(wanted);
  const { data, error, refetch } = pages;
  const first = data?.pages[0];
  const last = data?.pages.at(-1);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page title={t('money.title')}>
      <Box title={t('money.which')} span={7}>
        <div className={styles.filters}>
          <SelectField
            label={t('money.book')}
            none=""
            options={BOOKS.map((book) => [book, t(`money.books.${book}`)] as const)}
            value={wanted.book}
            onChange={(book) => write({ book: book === 'available' ? undefined : book, kind: undefined })}
          />
          <SelectField
            label={t('money.kind')}
            none={t('money.any_kind')}
            options={[
              ['', t('money.any_kind')],
              ...jointKindsOf(wanted.book).map((kind) => [kind, t(`statements.kinds.${kind}`)] as const),
              ...kindsOf(wanted.book).map((kind) => [kind, t(`money.kinds.${kind}`)] as const),
            ]}
            value={wanted.kind ?? ''}
            onChange={(kind) => write({ kind })}
          />
          <DayField label={t('money.from')} value={wanted.from ?? ''} onChange={(from) => write({ from })} />
          <DayField label={t('money.to')} value={wanted.to ?? ''} onChange={(to) => write({ to })} />
        </div>
      </Box>
      <Box
        title={t('money.period')}
        span={5}
        aside={first && t('money.count', { count: first.period.entries })}
      >
        <Stack gap={8}>
          {isUnasked && <WrongOrderNote />}
          {first === undefined && error !== null && <Quiet>{t('money.unread')}</Quiet>}
          {first === undefined && error === null && !isUnasked && <SkeletonRows rows={2} />}
          {first !== undefined && (
            <Sum
              lines={[
                { label: t('money.opening'), amountCents: wireMoney(first.period.openingCents) },
                {
                  label: t('money.change'),
                  amountCents: wireMoney(first.period.changeCents),
                  isSigned: true,
                },
              ]}
              total={{ label: t('money.closing'), amountCents: wireMoney(first.period.closingCents) }}
            />
          )}
          {wanted.kind !== undefined && <Quiet>{t('money.period_all')}</Quiet>}
        </Stack>
      </Box>
      <Box title={t('money.entries')} isFlush>
        {error !== null && data === undefined && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        {error === null && data === undefined && !isUnasked && <SkeletonRows rows={8} />}
        {entries.length > 0 && <EntryTable entries={entries} />}
        {last !== undefined && entries.length === 0 && last.next === null && (
          <Empty icon="audit" title={t('money.none')}>
            {t('money.none_text')}
          </Empty>
        )}
        <Older pages={pages} lookedBackTo={last?.lookedBackTo ?? null} />
      </Box>
    </Page>
  );
}
