import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { wire } from '../desk/wire.ts';
import styles from './bank-accounts.module.css';

interface Use {
  usedTodayCents: number;
  dailyCapCents: number | null;
}

/** From here on the account is given to few more deposits. */
const NEAR = 0.8;

/** How much of the cap is used, as a bar. Without a cap there is none. */
function Bar({ usedTodayCents, dailyCapCents }: Use) {
  if (dailyCapCents === null) return null;
  const part = usedTodayCents / dailyCapCents;
  const look = part >= 1 ? styles.full : part >= NEAR ? styles.near : undefined;
  return (
    <span className={styles.meter} aria-hidden="true">
      <i className={look} style={{ width: `${Math.min(part, 1) * 100}%` }} />
    </span>
  );
}

/** In a row: what was used over the cap, and the bar below. */
export function UseCell({ use }: { use: Use }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { usedTodayCents, dailyCapCents } = use;
  return (
    <span className={styles.figure}>
      <span className={styles.figureLine}>
        <Money amountCents={wire(usedTodayCents)} />
        <span className={styles.quiet}>
          {dailyCapCents === null
            ? t('bank_accounts.no_cap')
            : `/ ${displayAmount(wire(dailyCapCents), language)}`}
        </span>
      </span>
      <Bar {...use} />
    </span>
  );
}

/** On the page: the same below its name. */
export function UseLine({ use }: { use: Use }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { usedTodayCents, dailyCapCents } = use;
  return (
    <div className={styles.figure}>
      <div className={styles.figureHead}>
        <span className={styles.quiet}>{t('bank_accounts.used_today')}</span>
        <span>
          <b>
            <Money amountCents={wire(usedTodayCents)} />
          </b>{' '}
          <span className={styles.quiet}>
            {dailyCapCents === null
              ? t('bank_accounts.no_cap')
              : `/ ${displayAmount(wire(dailyCapCents), language)}`}
          </span>
        </span>
      </div>
      <Bar {...use} />
    </div>
  );
}
