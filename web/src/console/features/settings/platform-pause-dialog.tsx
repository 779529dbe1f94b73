import { Checkbox } from '@mantine/core';
import { pausePlatform, resumePlatform } from '@vezne/contract/console/settings';
import type { PlatformSettingsShown } from '@vezne/contract/console/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Stack } from '../../../shared/ui/page.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { TypedWord, useIsTyped } from './typed-word.tsx';
import { SETTINGS_KEY } from './use-settings.ts';

/** Stops what is new for every partner at once, or ends that. One person is enough, and has to type a word: nothing else reaches so far. */
export function PlatformPauseDialog({
  settings: { depositsPaused, withdrawalsPaused },
  what,
  onClose,
}: {
  settings: PlatformSettingsShown;
  what: 'pause' | 'resume';
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const isPause = what === 'pause';
  // What is so already can't be chosen.
  const [mayDeposits, mayWithdrawals] = [depositsPaused !== isPause, withdrawalsPaused !== isPause];
  const [deposits, setDeposits] = useState(mayDeposits);
  const [withdrawals, setWithdrawals] = useState(mayWithdrawals);
  const [text, setText] = useState('');
  const texts = isPause
    ? {
        title: t('settings.pause_question'),
        consequence: t('settings.pause_consequence'),
        act: t('settings.pause'),
        done: t('settings.paused'),
      }
    : {
        title: t('settings.resume_question'),
        consequence: t('settings.resume_consequence'),
        act: t('settings.resume'),
        done: t('settings.resumed'),
      };
  const word = isPause ? t('settings.pause_word') : t('settings.resume_word');
  const isTyped = useIsTyped(word, text);
  return (
    <ChangeDialog
      {...texts}
      queryKey={SETTINGS_KEY}
      takesTwo={false}
      isRisky={isPause}
      isReady={(deposits || withdrawals) && isTyped}
      send={async (press) =>
        await api(isPause ? pausePlatform : resumePlatform, { body: { ...press, deposits, withdrawals } })
      }
      onClose={onClose}
    >
      <Stack gap={16}>
        <Stack gap={8}>
          <Checkbox
            label={t('settings.fields.deposits')}
            checked={deposits}
            disabled={!mayDeposits}
            onChange={(event) => setDeposits(event.currentTarget.checked)}
          />
          <Checkbox
            label={t('settings.fields.withdrawals')}
            checked={withdrawals}
            disabled={!mayWithdrawals}
            onChange={(event) => setWithdrawals(event.currentTarget.checked)}
          />
        </Stack>
        <TypedWord word={word} text={text} onText={setText} />
      </Stack>
    </ChangeDialog>
  );
}
