import { BULK_LIMIT } from '@vezne/contract/console/deposit-decisions';
import type { WaitingDeposit } from '@vezne/contract/console/deposits';
import { sumCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { BULK_SUM_CENTS } from '@vezne/domain/two-people';
import { displayAmount, displayCode } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { writtenMoment } from '../../../../shared/i18n/age.ts';
import { amountWords } from '../../../../shared/i18n/amount-words.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Button, IconButton } from '../../../../shared/ui/button.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Facts } from '../../../../shared/ui/facts.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { Sheet } from '../../../../shared/ui/sheet.tsx';
import { SumList } from '../../../../shared/ui/sum.tsx';
import { useNow } from '../../../../shared/ui/use-now.ts';
import type { Bulk, BulkResult } from './bulk.ts';
import listStyles from '../../desk/desk.module.css';
import { wire } from '../../desk/wire.ts';
import styles from '../../desk/pane.module.css';
import { useRefusalText } from '../decide/refusal-text.ts';

export function sumOf(rows: readonly WaitingDeposit[]): Cents {
  return sumCents(rows.map(({ amountCents }) => wire(amountCents)));
}

/** What is chosen, by partner, and what became of the last bulk. */
export function BulkPane({
  rows,
  bulk,
  isAsking,
  problem,
  onApprove,
  onCancel,
  onClose,
}: {
  rows: readonly WaitingDeposit[];
  bulk: Bulk;
  isAsking: boolean;
  problem: string | undefined;
  onApprove: () => void;
  onCancel: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sum = sumOf(rows);
  const isTwo = sum > BULK_SUM_CENTS;
  const byPartner = [...Map.groupBy(rows, ({ partner }) => partner.name)];
  const count = rows.length;
  const values = { amount: displayAmount(sum, language), words: amountWords(sum, language) };
  return (
    <aside
      className={classNames(styles.pane, !isAsking && styles.unused)}
      aria-label={t('deposits.bulk.selected', { count })}
    >
      <header className={styles.bar}>
        <h2>{t('deposits.bulk.selected', { count })}</h2>
        <span className={styles.walk}>
          <IconButton icon="close" label={t('deposits.bulk.drop')} onClick={onClose} />
        </span>
      </header>
      <div className={styles.scroll}>
        <section>
          <SumList lines={[]} total={{ label: t('deposits.bulk.sum'), value: <Money amountCents={sum} /> }} />
          <p className={styles.tiny}>{amountWords(sum, language)}</p>
        </section>
        <section>
          <h3>{t('deposits.bulk.by_partner')}</h3>
          <Facts
            areFigures
            facts={byPartner.map(([partner, own]) => [
              `${partner} · ${t('deposits.bulk.count', { count: own.length })}`,
              <Money key={partner} amountCents={sumOf(own)} />,
            ])}
          />
        </section>
        {bulk.last !== null && <LastBulk result={bulk.last} />}
        <section>
          <p className={styles.second}>{t('deposits.bulk.rules', { count: BULK_LIMIT })}</p>
        </section>
      </div>
      {isAsking && (
        <Sheet
          question={
            isTwo ? t('deposits.bulk.ask_question', { count }) : t('deposits.bulk.question', { count })
          }
          act={isTwo ? t('desk.ask_second') : t('deposits.approve_act')}
          {...(isTwo && { icon: 'people' })}
          isBusy={bulk.isBusy}
          problem={problem}
          onAct={onApprove}
          onClose={onCancel}
        >
          <p>
            {isTwo
              ? t('deposits.bulk.ask_consequence', {
                  ...values,
                  limit: displayAmount(BULK_SUM_CENTS, language),
                })
              : t('deposits.bulk.consequence', values)}
          </p>
          {bulk.isBusy && <p role="status">{t('deposits.bulk.progress', { done: bulk.answered, count })}</p>}
        </Sheet>
      )}
    </aside>
  );
}

function LastBulk({ result }: { result: BulkResult }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const refusalText = useRefusalText();
  const { at, total, made, isAsked, left } = result;
  return (
    <section>
      <h3>{t('deposits.bulk.last', { time: writtenMoment(at, now, language) })}</h3>
      <p className={styles.consequence}>
        {isAsked ? t('deposits.bulk.asked') : t('deposits.bulk.result', { total, made, left: left.length })}
      </p>
      <ul className={styles.left}>
        {left.map(({ row, refusal }) => (
          <li key={row.id}>
            <Note
              tone={refusal === null ? 'waiting' : 'rejected'}
              title={`${row.referenceCode === null ? '–' : displayCode(row.referenceCode)} · ${row.customerFullName}`}
            >
              {refusal === null ? t('deposits.bulk.unknown') : refusalText(refusal.code, refusal.claimedBy)}
            </Note>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In place of the keys, while something is chosen. */
export function BulkBar({
  rows,
  shown,
  onApprove,
  onDrop,
}: {
  rows: readonly WaitingDeposit[];
  /** How many rows are loaded. */
  shown: number;
  onApprove: () => void;
  onDrop: () => void;
}) {
  const { t } = useTranslation();
  const sum = sumOf(rows);
  const isTwo = sum > BULK_SUM_CENTS;
  return (
    <div className={listStyles.bulk} role="region" aria-label={t('deposits.bulk.title')}>
      <span>
        <b>{t('deposits.bulk.selected', { count: rows.length })}</b>{' '}
        <span className={listStyles.second}>{t('deposits.bulk.of_shown', { count: shown })}</span>
        <br />
        <span className={listStyles.small}>
          {t('deposits.bulk.sum')}{' '}
          <b>
            <Money amountCents={sum} />
          </b>
        </span>
      </span>
      <span className={listStyles.bulkActs}>
        <Button kind="main" keyHint="A" onClick={onApprove} {...(isTwo && { icon: 'people' })}>
          {isTwo ? t('desk.ask_second') : t('deposits.bulk.approve')}
        </Button>
        <Button kind="bare" keyHint="Esc" onClick={onDrop}>
          {t('deposits.bulk.drop')}
        </Button>
      </span>
    </div>
  );
}
