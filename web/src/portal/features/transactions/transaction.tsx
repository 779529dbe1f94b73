import { displayCode } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { useMay } from '../session/session.ts';
import { AmountsBox } from './amounts-box.tsx';
import { EntriesBox } from './entries-box.tsx';
import { EventsBox } from './events-box.tsx';
import { FactsBox } from './facts-box.tsx';
import { TransactionBadge } from './transaction-badge.tsx';
import { TimelineBox } from './timeline-box.tsx';
import { useTransaction } from './use-transactions.ts';

export function Transaction() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useTransaction(id);
  const hasMoney = useMay('read_money');
  const back = <BackLink to="/transactions">{t('transactions.back')}</BackLink>;
  if (data !== undefined) {
    const { transaction } = data;
    const code = transaction.referenceCode;
    const title = code === null ? transaction.externalReference : displayCode(code);
    return (
      <Page
        title={title}
        back={back}
        meta={
          <>
            {t(`transactions.types.${transaction.type}`)} <TransactionBadge state={transaction.state} />
          </>
        }
      >
        <AmountsBox whole={data} />
        <FactsBox whole={data} />
        {hasMoney && <EntriesBox id={id} isOpen={transaction.decidedAt === null} />}
        <TimelineBox whole={data} isWide={!hasMoney} />
        <EventsBox whole={data} />
      </Page>
    );
  }
  return (
    <Page title={t('transactions.one')} back={back}>
      <Box title={t('transactions.one')} isFlush>
        {error === null ? (
          <SkeletonRows rows={6} />
        ) : isUnknown(codeOf(error)) ? (
          <Empty
            icon="search"
            title={t('transactions.not_found')}
            action={
              <ButtonLink to="/transactions" size="small">
                {t('transactions.to_list')}
              </ButtonLink>
            }
          >
            {t('transactions.not_found_text')}
          </Empty>
        ) : (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
      </Box>
    </Page>
  );
}

/** An address with something else than an id in it is as unknown as an id that never was. */
const isUnknown = (code: string): boolean => code === 'not_found' || code === 'invalid_request';
