import { ZERO_CENTS } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Sheet } from '../../../../shared/ui/sheet.tsx';
import { accountOf } from '../pane/draft.ts';
import { wire } from '../../desk/wire.ts';
import type { Draft, Prospect } from '../pane/draft.ts';
import styles from '../../desk/pane.module.css';
import type { SheetProps } from './sheet-props.ts';

/** The consequence of an approval in words, then what is not as usual. */
export function ApproveSheet({
  deposit,
  draft,
  prospect,
  isBusy,
  onAct,
  onClose,
}: SheetProps & { draft: Draft; prospect: Prospect }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const asked = displayAmount(wire(deposit.amountCents), language);
  const arrived = displayAmount(prospect.arrivedCents ?? wire(deposit.amountCents), language);
  const account = accountOf(deposit, draft);
  const sender = draft.senderSeen.trim() || (deposit.senderDetails?.senderName ?? '');
  const isTwo = prospect.reasons.length > 0;
  const values = {
    amount: displayAmount(prospect.amounts.playerAmountCents, language),
    balance: displayAmount(prospect.amounts.balanceImpactCents, language),
    player: deposit.customer.username,
    partner: deposit.partner.name,
  };
  return (
    <Sheet
      question={
        isTwo
          ? t('deposits.ask_question', { amount: arrived })
          : t('deposits.approve_question', { amount: arrived })
      }
      act={isTwo ? t('desk.ask_second') : t('deposits.approve_act')}
      {...(isTwo && { icon: 'people' })}
      isBusy={isBusy}
      onAct={onAct}
      onClose={onClose}
    >
      <p>{isTwo ? t('deposits.ask_consequence', values) : t('deposits.approve_consequence', values)}</p>
      <ul className={styles.exceptions}>
        {account !== null && (
          <li>
            <Icon name="bank" />
            {t('deposits.came_to', { bank: account.bankName, iban: account.iban.slice(-4) })}
          </li>
        )}
        {prospect.differenceCents !== ZERO_CENTS && (
          <li>
            <Icon name="info" />
            {t('deposits.not_as_asked', { asked, arrived })}
          </li>
        )}
        {prospect.reasons.includes('another_sender') && sender !== '' && (
          <li className={styles.soon}>
            <Icon name="warning" />
            {t('deposits.sender_is', { sender, player: deposit.customer.fullName })}
          </li>
        )}
      </ul>
    </Sheet>
  );
}
