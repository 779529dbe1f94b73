/** What can still happen to a deposit that is decided: money comes late or once more, or it turns out wrong. */
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { writtenMoment } from '../../../../shared/i18n/age.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { useNow } from '../../../../shared/ui/use-now.ts';
import { accountName } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';
import { OtherDeposits } from './evidence.tsx';
import styles from '../../desk/pane.module.css';

interface Of {
  deposit: DepositDetail;
}

function waitingLate({ afterwards }: DepositDetail): boolean {
  return afterwards?.lateDeposits.some(({ status }) => status === 'waiting_confirmation') ?? false;
}

/** One at a time: what waits may be the same money. */
export function mayHaveLateMoney(deposit: DepositDetail): boolean {
  return deposit.afterwards !== null && deposit.bankAccount !== null && !waitingLate(deposit);
}

export function mayBeCorrected({ status, openRequest }: DepositDetail): boolean {
  return status === 'approved' && openRequest === null;
}

/** Why it was not credited, and where its money is if some came. */
export function Ended({ deposit }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { status, reasonCode, decidedAt, timeline, afterwards } = deposit;
  if (status !== 'rejected' || reasonCode === null) return null;
  const end = timeline.findLast(
    (entry) => entry.kind === 'step' && ['reject', 'expire', 'cancel'].includes(entry.trigger),
  );
  const step = end?.kind === 'step' ? end : undefined;
  const time = decidedAt === null ? '' : writtenMoment(new Date(decidedAt), now, language);
  const refused = afterwards?.refusedMoney ?? null;
  return (
    <section>
      <Note tone="rejected" title={t('deposits.ended.title', { reason: t(`desk.reason.${reasonCode}`) })}>
        <p>
          {step?.trigger === 'expire'
            ? t('deposits.ended.expired', { time })
            : step?.trigger === 'cancel'
              ? t('deposits.ended.cancelled', { time, partner: deposit.partner.name })
              : t('deposits.ended.rejected', { time, actor: step?.actor ?? '' })}
        </p>
        {step?.trigger === 'reject' && step.note !== null && <p>“{step.note}”</p>}
        {refused !== null && refused.bankAccount !== null && (
          <p>
            {t('deposits.ended.money_open', {
              amount: displayAmount(wire(refused.openCents), language),
              account: accountName(refused.bankAccount),
            })}
          </p>
        )}
      </Note>
    </section>
  );
}

/** What came for it after its decision. */
export function LateDeposits({ deposit }: Of) {
  const { t } = useTranslation();
  const others = (deposit.afterwards?.lateDeposits ?? []).filter(({ id }) => id !== deposit.id);
  if (others.length === 0) return null;
  return (
    <section>
      <h3>{t('deposits.late.title')}</h3>
      <OtherDeposits others={others} />
    </section>
  );
}

/** Beside a sentence wherever a key does nothing now. */
export function AfterwardsBar({
  deposit,
  isUnknown,
  onLateMoney,
  onCorrect,
}: Of & { isUnknown: boolean; onLateMoney: () => void; onCorrect: () => void }) {
  const { t } = useTranslation();
  const canEnter = mayHaveLateMoney(deposit) && !isUnknown;
  const reason = isUnknown
    ? t('desk.unknown_wait')
    : waitingLate(deposit)
      ? t('deposits.late.waits')
      : undefined;
  return (
    <footer className={styles.act}>
      {deposit.status === 'approved' && (
        <Button
          isWide
          icon="people"
          keyHint="C"
          disabled={isUnknown || !mayBeCorrected(deposit)}
          onClick={onCorrect}
        >
          {deposit.openRequest === null ? t('deposits.correct.ask') : t('deposits.correct.asked_title')}
        </Button>
      )}
      <Button
        isWide={deposit.status === 'rejected'}
        {...(deposit.status === 'rejected' && { kind: 'main' as const })}
        keyHint="L"
        disabled={!canEnter}
        onClick={onLateMoney}
      >
        {deposit.status === 'rejected' ? t('deposits.late.enter') : t('deposits.late.again')}
      </Button>
      {reason !== undefined && <span className={styles.tiny}>{reason}</span>}
    </footer>
  );
}
