import type { DepositDetail } from '@vezne/contract/console/deposits';
import { negateCents, ZERO_CENTS } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { AmountField } from '../../../../shared/ui/amount-field.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { SumList } from '../../../../shared/ui/sum.tsx';
import { wire } from '../../desk/wire.ts';
import type { Prospect } from './draft.ts';
import { useRateText } from '../../desk/rate-text.ts';
import styles from '../../desk/pane.module.css';

/** Asked and arrived, what we keep and what the player gets. While it waits, it is what would be if it were approved now. */
export function Figures({
  deposit,
  prospect,
  text,
  fieldId,
  isWrong,
  isOff,
  onText,
  onEnter,
  onEscape,
}: {
  deposit: DepositDetail;
  prospect: Prospect;
  text: string;
  fieldId: string;
  isWrong: boolean;
  isOff: boolean;
  onText: (text: string) => void;
  onEnter: () => void;
  onEscape: () => void;
}) {
  const { t } = useTranslation();
  const isDecided = deposit.status === 'approved' || deposit.status === 'rejected';
  const amounts = isDecided
    ? {
        commissionCents: wire(deposit.commissionCents),
        balanceImpactCents: wire(deposit.balanceImpactCents),
        playerAmountCents: wire(deposit.playerAmountCents),
      }
    : prospect.amounts;
  // What is no amount has no figures: those of another amount would look as if they were meant.
  const isUnknown = !isDecided && prospect.arrivedCents === undefined;
  const rate = useRateText(deposit.terms);
  const isOnTop = deposit.terms.settlementMode === 'fee_on_top';
  return (
    <section>
      <SumList
        hasField={!isDecided}
        lines={[
          {
            key: 'asked',
            label: t('deposits.asked'),
            value: <Money amountCents={wire(deposit.amountCents)} />,
          },
          {
            key: 'arrived',
            label: isDecided ? (
              t('deposits.arrived')
            ) : (
              <>
                <label htmlFor={fieldId}>{t('deposits.arrived')}</label>
                <kbd aria-hidden="true">E</kbd>
                <Difference prospect={prospect} isWrong={isWrong} id={`${fieldId}-difference`} />
              </>
            ),
            isField: !isDecided,
            value: isDecided ? (
              deposit.actualAmountCents === null ? (
                '–'
              ) : (
                <Money amountCents={wire(deposit.actualAmountCents)} />
              )
            ) : (
              <AmountField
                id={fieldId}
                text={text}
                onText={onText}
                onEnter={onEnter}
                onEscape={onEscape}
                isWrong={isWrong}
                isOff={isOff}
                describedBy={`${fieldId}-difference`}
              />
            ),
          },
          {
            key: 'commission',
            label: t('desk.commission', { rate }),
            note: isOnTop ? t('desk.on_top') : t('desk.deducted'),
            value: isUnknown ? '–' : <Money amountCents={negateCents(amounts.commissionCents)} />,
          },
          {
            key: 'balance',
            label: t('deposits.to_balance', { partner: deposit.partner.name }),
            value: isUnknown ? '–' : <Money amountCents={amounts.balanceImpactCents} isSigned />,
          },
        ]}
        total={{
          label: isDecided ? t('deposits.player_got') : t('deposits.player_gets'),
          value: isUnknown ? '–' : <Money amountCents={amounts.playerAmountCents} />,
        }}
      />
    </section>
  );
}

/** "50,00 ₺ eksik": what the eye would have to compute. */
function Difference({ prospect, isWrong, id }: { prospect: Prospect; isWrong: boolean; id: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { differenceCents: difference } = prospect;
  if (isWrong) {
    return (
      <span id={id} className={styles.wrong}>
        {t('desk.amount_wrong')}
      </span>
    );
  }
  const isLess = difference < ZERO_CENTS;
  const amount = displayAmount(isLess ? negateCents(difference) : difference, language);
  return (
    <span id={id} className={styles.difference}>
      {difference !== ZERO_CENTS &&
        (isLess ? t('deposits.less', { amount }) : t('deposits.more', { amount }))}
    </span>
  );
}
