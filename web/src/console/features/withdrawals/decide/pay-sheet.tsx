import { subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Sheet } from '../../../../shared/ui/sheet.tsx';
import styles from '../../desk/pane.module.css';
import { accountName } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';
import type { Sent } from './presses.ts';
import type { SheetProps } from './sheet-props.ts';

/** The money has left: all of it, or the last of its parts. */
export function PaySheet({ payout, sent, isBusy, onAct, onClose }: SheetProps & { sent: Sent | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const amount = displayAmount(wire(payout.playerAmountCents), language);
  return (
    <Sheet
      question={t('withdrawals.pay_question', { amount })}
      act={t('withdrawals.pay_act')}
      isBusy={isBusy}
      onAct={onAct}
      onClose={onClose}
    >
      <p>
        {t('withdrawals.pay_consequence', {
          amount,
          partner: payout.partner.name,
          holder: payout.payee.holderName,
          bank: payout.payee.bankName,
          account: payout.bankAccount === null ? '–' : accountName(payout.bankAccount),
        })}
      </p>
      <ul className={styles.exceptions}>
        <li>
          <Icon name="document" />
          {sent === null
            ? t('withdrawals.with_parts', { count: payout.parts.length })
            : t('withdrawals.with_reference', { reference: sent.bankReference })}
        </li>
      </ul>
    </Sheet>
  );
}

/** One of several transfers has left. */
export function PartSheet({
  payout,
  sent,
  leftCents,
  isBusy,
  onAct,
  onClose,
}: SheetProps & { sent: Sent; leftCents: Cents }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Sheet
      question={t('withdrawals.part_question', { amount: displayAmount(sent.amountCents, language) })}
      act={t('withdrawals.part_act')}
      isBusy={isBusy}
      onAct={onAct}
      onClose={onClose}
    >
      <p>
        {t('withdrawals.part_consequence', {
          left: displayAmount(subtractCents(leftCents, sent.amountCents), language),
          partner: payout.partner.name,
        })}
      </p>
      <ul className={styles.exceptions}>
        <li>
          <Icon name="document" />
          {t('withdrawals.with_reference', { reference: sent.bankReference })}
        </li>
      </ul>
    </Sheet>
  );
}
