import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Box, Quiet, Stack } from '../ui/page.tsx';
import { factorCount } from './factors.ts';
import type { ProfileData } from './factors.ts';

/** Below this the page advises to get new ones. */
const FEW_CODES = 3;

/** How many recovery codes are left. They stand in for a second factor: without one there are none to get. */
export function CodesBox({ data, onRenew }: { data: ProfileData | undefined; onRenew: () => void }) {
  const { t } = useTranslation();
  const hasFactor = data !== undefined && factorCount(data) > 0;
  return (
    <Box
      title={t('profile.codes')}
      span={6}
      aside={
        hasFactor && (
          <Button size="small" icon="redo" onClick={onRenew}>
            {t('profile.renew_codes')}
          </Button>
        )
      }
    >
      {data === undefined && <Quiet>…</Quiet>}
      {data !== undefined && !hasFactor && <Quiet>{t('profile.codes_no_factor')}</Quiet>}
      {hasFactor && (
        <Stack gap={8}>
          <Left count={data.recoveryCodesLeft} />
          <Quiet>{t('profile.codes_text')}</Quiet>
        </Stack>
      )}
    </Box>
  );
}

function Left({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return <Note tone="waiting">{t('profile.codes_none')}</Note>;
  if (count < FEW_CODES) return <Note tone="waiting">{t('profile.codes_few', { count })}</Note>;
  return <b>{t('profile.codes_left', { count })}</b>;
}
