import { Checkbox } from '@mantine/core';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TextButton } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Iban } from '../../../../shared/ui/identifiers.tsx';
import { NameDiff } from '../../../../shared/ui/name-diff.tsx';
import type { Draft, DraftField } from './draft.ts';
import styles from '../../desk/pane.module.css';

type BankAccount = NonNullable<DepositDetail['bankAccount']>;

/** Where the money came in. After a freeze the player may have paid to either account, and nothing is chosen for the operator. */
export function Account({
  deposit: { bankAccount, previousBankAccount, status },
  chosen,
  fieldId,
  isMissing,
  isOff,
  onChoose,
}: {
  deposit: DepositDetail;
  chosen: string | null;
  fieldId: string;
  isMissing: boolean;
  isOff: boolean;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  if (bankAccount === null) return null;
  if (previousBankAccount === null || status !== 'waiting_confirmation') {
    return (
      <section>
        <h3>{t('deposits.paid_to')}</h3>
        <AccountLine account={bankAccount} />
      </section>
    );
  }
  return (
    <section>
      <h3 id={`${fieldId}-title`}>{t('deposits.which_account')}</h3>
      <div role="radiogroup" aria-labelledby={`${fieldId}-title`} aria-invalid={isMissing || undefined}>
        {[bankAccount, previousBankAccount].map((account, index) => (
          <label key={account.id} className={styles.choice}>
            <input
              type="radio"
              id={index === 0 ? fieldId : undefined}
              name={fieldId}
              value={account.id}
              checked={chosen === account.id}
              disabled={isOff}
              onChange={() => onChoose(account.id)}
            />
            <span>
              <AccountLine account={account} />
              <span className={styles.tiny}>
                {index === 0 ? t('deposits.shown_now') : t('deposits.shown_before')}
              </span>
            </span>
          </label>
        ))}
      </div>
      {isMissing && (
        <p className={styles.gap} role="alert">
          <Icon name="warning" size={12} />
          {t('deposits.gap.account')}
        </p>
      )}
    </section>
  );
}

function AccountLine({ account: { bankName, iban, holderName } }: { account: BankAccount }) {
  return (
    <span className={styles.account} title={holderName}>
      <b>{bankName}</b>
      <span>
        <Iban iban={iban} />
      </span>
    </span>
  );
}

/** What the bank shows of the transfer. Where the same money could be credited twice, it must be said. */
export function Sighting({
  deposit,
  draft,
  isNeeded,
  missing,
  fieldId,
  isReferenceAsked,
  onChange,
  onEnter,
  onEscape,
}: {
  deposit: DepositDetail;
  draft: Draft;
  isNeeded: boolean;
  missing: readonly DraftField[];
  fieldId: (field: DraftField) => string;
  /** The bank's reference stood for another transfer before: the operator may say that this is right. */
  isReferenceAsked: boolean;
  onChange: (part: Partial<Draft>) => void;
  onEnter: () => void;
  onEscape: () => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.repeat) onEnter();
    else if (event.key === 'Escape') onEscape();
    else return;
    event.preventDefault();
  };
  if (!isNeeded && !isOpen && draft.bankReference === '' && draft.senderSeen === '') {
    return (
      <section className={styles.add}>
        <TextButton onClick={() => setIsOpen(true)}>{t('deposits.add_sighting')}</TextButton>
      </section>
    );
  }
  return (
    <section>
      <h3>{isNeeded ? t('deposits.sighting_needed') : t('deposits.sighting')}</h3>
      <div className={styles.sighting}>
        <TextField
          id={fieldId('bankReference')}
          label={t('desk.bank_reference')}
          autoComplete="off"
          maxLength={64}
          value={draft.bankReference}
          // The tick was for the reference that stood here.
          onChange={(event) =>
            onChange({ bankReference: event.currentTarget.value, isReferenceUsedBefore: false })
          }
          onKeyDown={onKeyDown}
          problem={missing.includes('bankReference') ? t('deposits.gap.reference') : undefined}
        />
        <TextField
          id={fieldId('senderSeen')}
          label={t('deposits.sender_seen')}
          autoComplete="off"
          maxLength={128}
          value={draft.senderSeen}
          onChange={(event) => onChange({ senderSeen: event.currentTarget.value })}
          onKeyDown={onKeyDown}
          problem={missing.includes('senderSeen') ? t('deposits.gap.sender') : undefined}
        />
      </div>
      {draft.senderSeen.trim() !== '' && (
        <NameDiff player={deposit.customer.fullName} sender={draft.senderSeen} />
      )}
      {isReferenceAsked && draft.bankReference !== '' && (
        <Checkbox
          className={styles.usedBefore}
          size="xs"
          label={t('desk.used_before')}
          checked={draft.isReferenceUsedBefore}
          onChange={(event) => onChange({ isReferenceUsedBefore: event.currentTarget.checked })}
        />
      )}
    </section>
  );
}
