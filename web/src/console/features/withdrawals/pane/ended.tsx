import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { writtenMoment } from '../../../../shared/i18n/age.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Facts } from '../../../../shared/ui/facts.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Copy } from '../../../../shared/ui/identifiers.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { useNow } from '../../../../shared/ui/use-now.ts';
import styles from '../../desk/pane.module.css';
import { accountName } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';
import own from '../withdrawals.module.css';
import { PayeeIban } from './evidence.tsx';

interface Of {
  payout: PayoutDetail;
}

/** The receipt of what was done. */
export function Receipt({ payout }: Of) {
  const { t } = useTranslation();
  const { payee, bankAccount, bankReference, partner } = payout;
  const isTold = payout.timeline.some(
    (entry) => entry.kind === 'webhook' && entry.status !== null && entry.status >= 200 && entry.status < 300,
  );
  return (
    <>
      <section className={own.receipt} role="status">
        <p className={own.receiptTitle}>
          <Icon name="check-ring" />
          {isTold ? t('withdrawals.done.told') : t('withdrawals.done.telling')}
        </p>
        <p className={own.receiptAmount}>
          <Money amountCents={wire(payout.playerAmountCents)} />
        </p>
        <p className={styles.second}>
          {t('withdrawals.done.to', { holder: payee.holderName, bank: payee.bankName })}{' '}
          <PayeeIban payout={payout} />
        </p>
      </section>
      <section>
        <Facts
          facts={[
            [t('withdrawals.done.pays'), bankAccount === null ? '–' : accountName(bankAccount)],
            ...(bankReference === null
              ? []
              : [
                  [
                    t('desk.bank_reference'),
                    <span key="reference" className={own.withCopy}>
                      <span className={own.reference}>{bankReference}</span>
                      <Copy text={bankReference} label={t('copy.identifier')} />
                    </span>,
                  ] as const,
                ]),
            [
              t('withdrawals.done.commission'),
              <Money key="commission" amountCents={wire(payout.commissionCents)} />,
            ],
            [
              t('withdrawals.done.from', { partner: partner.name }),
              <Money key="from" amountCents={wire(payout.balanceImpactCents)} isSigned />,
            ],
          ]}
        />
      </section>
    </>
  );
}

/** Why it was not paid. */
export function Rejected({ payout }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { reasonCode, decidedAt, timeline, partner } = payout;
  if (reasonCode === null) return null;
  const end = timeline.findLast(
    (entry) =>
      entry.kind === 'step' && ['reject', 'cancel', 'expire', 'payout_returned'].includes(entry.trigger),
  );
  const step = end?.kind === 'step' ? end : undefined;
  const name = step?.actorKind === 'partner' ? partner.name : (step?.actor ?? '–');
  return (
    <section>
      <Note
        tone="rejected"
        title={t('withdrawals.done.rejected', { reason: t(`withdrawals.reason.${reasonCode}`) })}
      >
        <p>
          {reasonCode === 'payout_returned'
            ? t('withdrawals.done.returned_text', { partner: partner.name })
            : t('withdrawals.done.rejected_text', {
                name,
                time: decidedAt === null ? '–' : writtenMoment(new Date(decidedAt), now, language),
              })}
        </p>
        {step !== undefined && step.note !== null && <p>“{step.note}”</p>}
      </Note>
    </section>
  );
}

export function MisdirectedOut({ payout: { misdirectedOutCents } }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (misdirectedOutCents === 0) return null;
  return (
    <section>
      <Note tone="waiting">
        {t('withdrawals.misdirect.out', { amount: displayAmount(wire(misdirectedOutCents), language) })}
      </Note>
    </section>
  );
}
