import { disableBankAccount, enableBankAccount } from '@vezne/contract/console/bank-accounts';
import type { BankAccountDetail } from '@vezne/contract/console/bank-accounts';
import { effectOf } from '@vezne/domain/widening';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Facts } from '../../../shared/ui/facts.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { nameOfAccount, writtenIban } from './account-words.ts';
import { BANK_ACCOUNTS_KEY } from './use-bank-accounts.ts';

/** Opens the account to players and payouts, closes it, or ends a freeze and keeps it closed. */
export function StatusDialog({
  account,
  what,
  onClose,
}: {
  account: BankAccountDetail;
  what: 'enable' | 'disable';
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { id, status } = account;
  const name = nameOfAccount(account);
  const isFrozen = status === 'frozen';
  const after = what === 'enable' ? 'enabled' : 'disabled';
  const texts =
    what === 'enable'
      ? {
          title: t('bank_accounts.enable_question', { name }),
          consequence: isFrozen
            ? t('bank_accounts.enable_frozen_consequence')
            : t('bank_accounts.enable_consequence'),
          act: t('bank_accounts.enable'),
          done: t('bank_accounts.enabled', { name }),
        }
      : isFrozen
        ? {
            title: t('bank_accounts.unfreeze_question', { name }),
            consequence: t('bank_accounts.unfreeze_consequence'),
            act: t('bank_accounts.unfreeze'),
            done: t('bank_accounts.unfrozen', { name }),
          }
        : {
            title: t('bank_accounts.disable_question', { name }),
            consequence: t('bank_accounts.disable_consequence'),
            act: t('bank_accounts.disable'),
            done: t('bank_accounts.disabled', { name }),
          };
  return (
    <ChangeDialog
      {...texts}
      queryKey={BANK_ACCOUNTS_KEY}
      takesTwo={effectOf('bank_account', { status }, { status: after }) === 'widens'}
      isRisky={what === 'disable' && !isFrozen}
      send={async (press) =>
        await api(what === 'enable' ? enableBankAccount : disableBankAccount, {
          params: { id },
          body: { ...press },
        })
      }
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('bank_accounts.bank_name'), account.bankName],
          [t('bank_accounts.holder'), account.holderName],
          [t('bank_accounts.iban'), writtenIban(account.iban)],
        ]}
      />
    </ChangeDialog>
  );
}
