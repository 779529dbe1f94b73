import type { PauseShown, SettingsInForce } from '@vezne/contract/console/settings';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../../shared/ui/button.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Box, Line, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import styles from './settings.module.css';
import { useSignedIn } from '../session/session.ts';
import { CountriesDialog } from './countries-dialog.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { DirectionBadge } from './platform-badge.tsx';
import { useSettingWords } from './setting-words.ts';
import type { LimitGroup } from './typed-limits.ts';

type Group = LimitGroup | 'payout_countries';

/** What holds for every partner, each group with a way to change it. */
export function LimitsTab({ inForce, hasVersions }: { inForce: SettingsInForce; hasVersions: boolean }) {
  const { t } = useTranslation();
  const words = useSettingWords();
  const { permissions } = useSignedIn();
  const [open, setOpen] = useState<Group | null>(null);
  const { settings, version, by, at } = inForce;
  const mayAsk = permissions.includes('ask_change');
  const change = (group: Group): ReactNode =>
    mayAsk ? (
      <Button
        size="small"
        icon="edit"
        aria-label={t('settings.change_of', { what: t(`settings.groups.${group}`) })}
        onClick={() => setOpen(group)}
      >
        {t('settings.change')}
      </Button>
    ) : undefined;
  const fact = (field: Parameters<typeof words.value>[1]) =>
    [words.name(field), <b key={field}>{words.value(settings, field)}</b>] as const;
  return (
    <>
      <PlatformBox inForce={inForce} />
      <Box title={t('settings.groups.deposits')} aside={change('deposits')} span={6}>
        <Stack gap={8}>
          <Facts areFigures facts={[fact('depositMinCents'), fact('depositMaxCents')]} />
          <Quiet>{t('settings.help.deposits')}</Quiet>
        </Stack>
      </Box>
      <Box title={t('settings.groups.withdrawals')} aside={change('withdrawals')} span={6}>
        <Stack gap={8}>
          <Facts areFigures facts={[fact('withdrawalMinCents'), fact('withdrawalMaxCents')]} />
          <Quiet>{t('settings.help.withdrawals')}</Quiet>
        </Stack>
      </Box>
      <Box title={t('settings.groups.four_eyes')} aside={change('four_eyes')} span={6}>
        <Stack gap={8}>
          <Facts areFigures facts={[fact('fourEyesCents')]} />
          <Quiet>{t('settings.help.four_eyes')}</Quiet>
        </Stack>
      </Box>
      <Box title={t('settings.groups.fast_limit')} aside={change('fast_limit')} span={6}>
        <Stack gap={8}>
          <Facts areFigures facts={[fact('fastLimitCents')]} />
          <Quiet>{t('settings.help.fast_limit')}</Quiet>
        </Stack>
      </Box>
      <Box title={t('settings.groups.payout_countries')} aside={change('payout_countries')} span={6}>
        <Stack gap={8}>
          <b>{words.value(settings, 'payoutCountries')}</b>
          <Quiet>{t('settings.help.payout_countries')}</Quiet>
        </Stack>
      </Box>
      <Box title={t('settings.about_version')} span={6}>
        <Stack gap={8}>
          <Facts
            facts={[
              [
                t('settings.version_in_force'),
                hasVersions ? (
                  <Link key="version" to="/settings/versions" className={styles.link}>
                    {t('settings.version', { version })}
                  </Link>
                ) : (
                  t('settings.version', { version })
                ),
              ],
              [t('settings.changed_by'), words.author(by)],
              [t('settings.changed_at'), <Time key="at" at={new Date(at)} />],
              fact('depositExpirySeconds'),
            ]}
          />
          <Quiet>{t('settings.help.about_version')}</Quiet>
        </Stack>
      </Box>
      {!mayAsk && (
        <div style={{ gridColumn: '1 / -1' }}>
          <Quiet>{t('settings.may_not_change')}</Quiet>
        </div>
      )}
      {open === 'payout_countries' && <CountriesDialog settings={settings} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'payout_countries' && (
        <LimitsDialog key={open} settings={settings} group={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** Whether new deposits and payouts are taken, and who stopped them. */
function PlatformBox({ inForce: { settings, pauses } }: { inForce: SettingsInForce }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const mayPause = permissions.includes('decide');
  const mayResume = permissions.includes('supervise');
  return (
    <Box title={t('settings.groups.platform')}>
      <Stack gap={8}>
        <Facts
          facts={[
            [
              t('settings.fields.deposits'),
              <Direction key="deposits" isPaused={settings.depositsPaused} since={pauses.deposits} />,
            ],
            [
              t('settings.fields.withdrawals'),
              <Direction
                key="withdrawals"
                isPaused={settings.withdrawalsPaused}
                since={pauses.withdrawals}
              />,
            ],
          ]}
        />
        <Quiet>{t('settings.help.platform')}</Quiet>
        {!mayPause && <Quiet>{t('settings.may_not_pause')}</Quiet>}
        {mayPause && !mayResume && <Quiet>{t('settings.may_not_resume')}</Quiet>}
      </Stack>
    </Box>
  );
}

function Direction({ isPaused, since }: { isPaused: boolean; since: PauseShown }) {
  return (
    <Line>
      <DirectionBadge isPaused={isPaused} />
      {since !== null && (
        <span>
          {since.by} · <Time at={new Date(since.at)} />
        </span>
      )}
    </Line>
  );
}
