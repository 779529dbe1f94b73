import { explainAmounts, toldBefore } from '@vezne/domain/explained-amounts';
import type { Explanation } from '@vezne/domain/explained-amounts';
import { negateCents, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Box } from '../../../shared/ui/page.tsx';
import { Sum } from '../../../shared/ui/sum.tsx';
import type { SumLine } from '../../../shared/ui/sum.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import styles from './transactions.module.css';
import type { TransactionDetail, WholeTransaction } from './use-transactions.ts';

/** What became of the money, in words and in figures. */
export function AmountsBox({ whole }: { whole: WholeTransaction }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // A sentence breaks between words, and never between an amount and its ₺.
  const written = (amountCents: Cents): string => displayAmount(amountCents, language).replace(' ', '\u00A0');
  const sentence = (explanation: Explanation): string =>
    t(`transactions.explain.${wordOf(explanation, whole.transaction)}`, {
      ...Object.fromEntries(
        Object.entries(explanation.amounts).map(([name, amountCents]) => [name, written(amountCents)]),
      ),
      before: written(toldBefore(explanation)),
    });
  return (
    <Box title={t('transactions.amounts')} span={7}>
      {explanationsOf(whole).map((explanation) => (
        <p key={explanation.code} className={styles.explain}>
          {sentence(explanation)}
        </p>
      ))}
      <div className={styles.sum}>
        <Figures transaction={whole.transaction} />
      </div>
    </Box>
  );
}

/** A deposit that nobody of ours refused is not called so. */
function wordOf({ code }: Explanation, { reasonCode }: TransactionDetail) {
  if (code !== 'deposit_rejected') return code;
  if (reasonCode === 'partner_cancelled') return 'deposit_cancelled';
  return reasonCode === 'expired' ? 'deposit_expired' : code;
}

function explanationsOf({ transaction, events }: WholeTransaction): Explanation[] {
  const approved = events.find(({ type }) => type.endsWith('.approved'));
  const { actualAmountCents } = transaction;
  return explainAmounts({
    type: transaction.type,
    status: transaction.status,
    reasonCode: transaction.reasonCode,
    settlementMode: transaction.terms.settlementMode,
    isLateMoney: transaction.originalId !== null,
    isSetAside: transaction.state === 'being_paid',
    amountCents: wireMoney(transaction.amountCents),
    actualAmountCents: actualAmountCents === null ? null : wireMoney(actualAmountCents),
    commissionCents: wireMoney(transaction.commissionCents),
    playerAmountCents: wireMoney(transaction.playerAmountCents),
    balanceImpactCents: wireMoney(transaction.balanceImpactCents),
    toldFirst:
      approved === undefined
        ? null
        : {
            playerAmountCents: wireMoney(approved.playerAmountCents),
            balanceImpactCents: wireMoney(approved.balanceImpactCents),
          },
  });
}

function Figures({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { type, terms, actualAmountCents } = transaction;
  const asked = wireMoney(transaction.amountCents);
  const lines: SumLine[] = [{ label: t('transactions.asked'), amountCents: asked }];
  if (type === 'deposit' && actualAmountCents !== null) {
    const difference = subtractCents(wireMoney(actualAmountCents), asked);
    const amount = displayAmount(difference < 0n ? negateCents(difference) : difference, language);
    lines.push({
      label: t('transactions.came'),
      amountCents: wireMoney(actualAmountCents),
      ...(difference < 0n && { note: t('transactions.less', { amount }) }),
      ...(difference > 0n && { note: t('transactions.more', { amount }) }),
    });
  }
  lines.push(
    {
      label: t('transactions.commission', { rate: writtenRate(terms, language) }),
      note: t(`transactions.modes.${terms.settlementMode}`),
      amountCents: negateCents(wireMoney(transaction.commissionCents)),
    },
    {
      label: type === 'deposit' ? t('transactions.on_balance') : t('transactions.from_balance'),
      amountCents: wireMoney(transaction.balanceImpactCents),
      isSigned: true,
    },
  );
  return (
    <Sum
      lines={lines}
      total={{
        label: t('transactions.player_gets'),
        amountCents: wireMoney(transaction.playerAmountCents),
      }}
    />
  );
}

/** "%3" or "3%", with a fixed part after it. */
function writtenRate({ basisPoints, fixedCents }: TransactionDetail['terms'], language: Language): string {
  const percent = (basisPoints / 100).toLocaleString(language === 'tr' ? 'tr-TR' : 'en-GB');
  const rate = language === 'tr' ? `%${percent}` : `${percent}%`;
  return fixedCents === 0 ? rate : `${rate} + ${displayAmount(wireMoney(fixedCents), language)}`;
}
