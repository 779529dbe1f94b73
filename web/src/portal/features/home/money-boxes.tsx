import { turkishDay } from '@vezne/domain/turkish-calendar';
import { displayAmount, displaySignedAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import styles from './home.module.css';
import { PeriodTable, monthWord } from './period-table.tsx';
import { useMoney } from './use-home.ts';
import type { MoneyAnswer } from './use-home.ts';

/** What the partner has with us, and what today and this month made of it. */
export function MoneyBoxes() {
  const { t } = useTranslation();
  const { data, error, refetch } = useMoney();
  if (error !== null && data === undefined)
    return (
      <Box title={t('home.balance')}>
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      </Box>
    );
  return (
    <>
      {data === undefined ? (
        <Box title={t('home.balance')} isFlush>
          <SkeletonRows rows={2} height={56} />
        </Box>
      ) : (
        <Figures money={data} />
      )}
      <Box title={t('home.periods')} aside={data && <MonthLink money={data} />} isFlush>
        {data === undefined ? <SkeletonRows rows={4} /> : <PeriodTable money={data} />}
        <p className={styles.foot}>{t('home.periods_text')}</p>
      </Box>
    </>
  );
}

/** Where everything that moved the balance adds up. */
function MonthLink({ money }: { money: MoneyAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const from = new Date(money.month.from);
  const month = turkishDay(from).slice(0, 'yyyy-mm'.length);
  return (
    <Link to={`/statements/${month}`}>{t('home.month_statement', { month: monthWord(from, language) })}</Link>
  );
}

/** Each leads to what it is made of. */
function Figures({ money }: { money: MoneyAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = turkishDay(new Date(money.readAt));
  return (
    <section className={styles.figures} aria-label={t('home.balance')}>
      <div className={styles.first}>
        <Link to="/money" className={styles.figure}>
          <span className={styles.label}>{t('home.available')}</span>
          <span className={styles.big}>{displayAmount(wireMoney(money.availableCents), language)}</span>
        </Link>
        <Link to={`/money?from=${today}&to=${today}`} className={styles.change}>
          {t('home.today_change', {
            amount: displaySignedAmount(wireMoney(money.today.changeCents), language),
          })}
        </Link>
      </div>
      <Link to="/money?book=reserved" className={styles.figure}>
        <span className={styles.label}>{t('home.reserved')}</span>
        <span className={styles.value}>
          <Money amountCents={wireMoney(money.reservedCents)} />
        </span>
        <span className={styles.help}>{t('home.reserved_text')}</span>
      </Link>
      <Link to="/transactions?type=withdrawal&status=waiting_confirmation" className={styles.figure}>
        <span className={styles.label}>{t('home.open')}</span>
        <span className={styles.value}>
          <Money amountCents={wireMoney(money.openWithdrawalsCents)} />
        </span>
        <span className={styles.help}>{t('home.open_text')}</span>
      </Link>
    </section>
  );
}
