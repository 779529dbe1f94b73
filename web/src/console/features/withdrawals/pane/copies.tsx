import { COPIED_FIELDS, recordCopy } from '@vezne/contract/console/withdrawal-decisions';
import type { CopiedField } from '@vezne/contract/console/withdrawal-decisions';
import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { formatIban } from '@vezne/domain/iban';
import { displayAmount } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../shared/api/api.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../../shared/keys/use-keys.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { useToast } from '../../../../shared/ui/toast.tsx';
import { accountName } from '../../desk/use-accounts.ts';
import own from '../withdrawals.module.css';
import { leftOf } from './sending.ts';

/** What is pasted into the bank's form, each by a key. Every copy is kept with the name of whoever made it. */
export function Copies({
  payout,
  pastedAmount,
  onMarked,
}: {
  payout: PayoutDetail;
  pastedAmount: string;
  /** Runs what a key does, unless the mark of the list is elsewhere. */
  onMarked: (run: () => void) => () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const toast = useToast();
  const [copied, setCopied] = useState<CopiedField | null>(null);
  const [recorded] = useState(() => new Set<CopiedField>());
  const { payee, bankAccount } = payout;
  const lines: Record<CopiedField, { label: string; name: string; shown: string; pasted: string }> = {
    iban: {
      label: `${t('withdrawals.iban')} · ${payee.bankName}`,
      name: t('withdrawals.copy_iban'),
      shown: formatIban(payee.iban),
      pasted: payee.iban,
    },
    holder: {
      label: t('withdrawals.holder'),
      name: t('withdrawals.copy_holder'),
      shown: payee.holderName,
      pasted: payee.holderName,
    },
    amount: {
      label: t('withdrawals.amount'),
      name: t('withdrawals.copy_amount'),
      // What is left of it, as it is pasted.
      shown: displayAmount(leftOf(payout), language),
      pasted: pastedAmount,
    },
  };
  const copy = async (field: CopiedField): Promise<void> => {
    try {
      // At once: while somebody waited for a record, the clipboard would still hold the account of the payout before.
      await navigator.clipboard.writeText(lines[field].pasted);
      setCopied(field);
    } catch {
      setCopied(null);
      return toast({ text: t('withdrawals.copy_refused'), isError: true });
    }
    if (recorded.has(field)) return;
    recorded.add(field);
    try {
      await api(recordCopy, { params: { id: payout.id }, body: { field } });
    } catch {
      recorded.delete(field);
      toast({ text: t('withdrawals.copy_unrecorded'), isError: true });
    }
  };
  const group = t('withdrawals.keys.group');
  useKeys(
    COPIED_FIELDS.map((field, index) => ({
      keys: String(index + 1),
      label: lines[field].name,
      group,
      run: onMarked(() => void copy(field)),
    })),
  );
  return (
    <section>
      <h3>
        {t('withdrawals.send_from', { account: bankAccount === null ? '–' : accountName(bankAccount) })}
        <span className={own.titleAside}>{t('withdrawals.copies_are_kept')}</span>
      </h3>
      <div className={own.copies}>
        {COPIED_FIELDS.map((field, index) => (
          <div key={field} className={own.copyRow}>
            <span>
              <span className={own.copyLabel}>{lines[field].label}</span>
              <b className={own.copyValue}>{lines[field].shown}</b>
            </span>
            <button
              type="button"
              className={own.copyButton}
              title={lines[field].name}
              onClick={() => void copy(field)}
            >
              <Icon name={copied === field ? 'check' : 'copy'} />
              <span className={own.spoken}>{lines[field].name}</span>
              <kbd aria-hidden="true">{index + 1}</kbd>
            </button>
          </div>
        ))}
      </div>
      <span className={own.spoken} role="status">
        {copied !== null && `${lines[copied].label}: ${t('withdrawals.copied')}`}
      </span>
    </section>
  );
}
