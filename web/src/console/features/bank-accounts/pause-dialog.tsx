import { Checkbox } from '@mantine/core';
import { pauseBankAccount, resumeBankAccount } from '@vezne/contract/console/bank-accounts';
import type { BankAccountDetail } from '@vezne/contract/console/bank-accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Stack } from '../../../shared/ui/page.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { nameOfAccount } from './account-words.ts';
import { BANK_ACCOUNTS_KEY } from './use-bank-accounts.ts';

/** Pauses deposits, payouts or both, or ends that. One person is enough: whoever sees a danger must not have to wait. */
export function PauseDialog({
  account,
  what,
  onClose,
}: {
  account: BankAccountDetail;
  what: 'pause' | 'resume';
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { id, depositsPaused, payoutsPaused } = account;
  const name = nameOfAccount(account);
  const isPause = what === 'pause';
  // What is so already can't be chosen.
  const [mayDeposits, mayPayouts] = [depositsPaused !== isPause, payoutsPaused !== isPause];
  const [deposits, setDeposits] = useState(mayDeposits);
  const [payouts, setPayouts] = useState(mayPayouts);
  const texts = isPause
    ? {
        title: t('bank_accounts.pause_question', { name }),
        consequence: t('bank_accounts.pause_consequence'),
        act: t('bank_accounts.pause'),
        done: t('bank_accounts.paused', { name }),
      }
    : {
        title: t('bank_accounts.resume_question', { name }),
        consequence: t('bank_accounts.resume_consequence'),
        act: t('bank_accounts.resume'),
        done: t('bank_accounts.resumed', { name }),
      };
  return (
    <ChangeDialog
      {...texts}
      queryKey={BANK_ACCOUNTS_KEY}
      takesTwo={false}
      isReady={deposits || payouts}
      send={async (press) =>
        await api(isPause ? pauseBankAccount : resumeBankAccount, {
          params: { id },
          body: { ...press, deposits, payouts },
        })
      }
      onClose={onClose}
    >
      <Stack gap={8}>
        <Checkbox
          label={t('bank_accounts.new_deposits')}
          checked={deposits}
          disabled={!mayDeposits}
          onChange={(event) => setDeposits(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('bank_accounts.new_payouts')}
          checked={payouts}
          disabled={!mayPayouts}
          onChange={(event) => setPayouts(event.currentTarget.checked)}
        />
      </Stack>
    </ChangeDialog>
  );
}
