import { Checkbox } from '@mantine/core';
import { pausePartner, resumePartner } from '@vezne/contract/console/partners';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Stack } from '../../../shared/ui/page.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { PARTNERS_KEY } from './use-partners.ts';

/** Pauses deposits, payouts or both, or ends that. One person is enough: whoever sees a danger must not have to wait. */
export function PauseDialog({
  partner,
  what,
  onClose,
}: {
  partner: PartnerDetail;
  what: 'pause' | 'resume';
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { id, name, depositsPaused, withdrawalsPaused } = partner;
  const isPause = what === 'pause';
  // What is so already can't be chosen.
  const [mayDeposits, mayWithdrawals] = [depositsPaused !== isPause, withdrawalsPaused !== isPause];
  const [deposits, setDeposits] = useState(mayDeposits);
  const [withdrawals, setWithdrawals] = useState(mayWithdrawals);
  const texts = isPause
    ? {
        title: t('partners.pause_question', { name }),
        consequence: t('partners.pause_consequence', { name }),
        act: t('partners.pause'),
        done: t('partners.paused', { name }),
      }
    : {
        title: t('partners.resume_question', { name }),
        consequence: t('partners.resume_consequence', { name }),
        act: t('partners.resume'),
        done: t('partners.resumed', { name }),
      };
  return (
    <ChangeDialog
      {...texts}
      queryKey={PARTNERS_KEY}
      takesTwo={false}
      isReady={deposits || withdrawals}
      send={async (press) =>
        await api(isPause ? pausePartner : resumePartner, {
          params: { id },
          body: { ...press, deposits, withdrawals },
        })
      }
      onClose={onClose}
    >
      <Stack gap={8}>
        <Checkbox
          label={t('partners.new_deposits')}
          checked={deposits}
          disabled={!mayDeposits}
          onChange={(event) => setDeposits(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('partners.new_withdrawals')}
          checked={withdrawals}
          disabled={!mayWithdrawals}
          onChange={(event) => setWithdrawals(event.currentTarget.checked)}
        />
      </Stack>
    </ChangeDialog>
  );
}
