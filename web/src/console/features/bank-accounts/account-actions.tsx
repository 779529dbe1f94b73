import type { BankAccountDetail } from '@vezne/contract/console/bank-accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { useSignedIn } from '../session/session.ts';
import { FreezeDialog } from './freeze-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

type Open = 'pause' | 'resume' | 'enable' | 'disable' | 'freeze';

/** Whoever decides pauses and freezes; who supervises resumes; administrators open and close. To everybody else the badge says enough. */
export function AccountActions({ account }: { account: BankAccountDetail }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const { status, depositsPaused, payoutsPaused } = account;
  const [mayDecide, maySupervise, mayAsk] = (['decide', 'supervise', 'ask_change'] as const).map((one) =>
    permissions.includes(one),
  );
  return (
    <>
      {maySupervise && (depositsPaused || payoutsPaused) && (
        <Button size="small" icon="play" onClick={() => setOpen('resume')}>
          {t('bank_accounts.resume')}
        </Button>
      )}
      {mayDecide && status === 'enabled' && !(depositsPaused && payoutsPaused) && (
        <Button size="small" icon="pause" onClick={() => setOpen('pause')}>
          {t('bank_accounts.pause')}
        </Button>
      )}
      {mayAsk && status !== 'enabled' && (
        <Button size="small" icon="people" onClick={() => setOpen('enable')}>
          {t('bank_accounts.enable')}
        </Button>
      )}
      {mayAsk && status === 'frozen' && (
        <Button size="small" icon="people" onClick={() => setOpen('disable')}>
          {t('bank_accounts.unfreeze')}
        </Button>
      )}
      {mayAsk && status === 'enabled' && (
        <Button size="small" icon="ban" onClick={() => setOpen('disable')}>
          {t('bank_accounts.disable')}
        </Button>
      )}
      {mayDecide && status !== 'frozen' && (
        <Button size="small" kind="risk" icon="snow" onClick={() => setOpen('freeze')}>
          {t('bank_accounts.freeze')}
        </Button>
      )}
      {(open === 'pause' || open === 'resume') && (
        <PauseDialog account={account} what={open} onClose={close} />
      )}
      {(open === 'enable' || open === 'disable') && (
        <StatusDialog account={account} what={open} onClose={close} />
      )}
      {open === 'freeze' && <FreezeDialog account={account} onClose={close} />}
    </>
  );
}
