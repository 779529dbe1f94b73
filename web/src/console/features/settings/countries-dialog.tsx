import { setLimits } from '@vezne/contract/console/settings';
import type { PlatformSettingsShown } from '@vezne/contract/console/settings';
import { effectOf } from '@vezne/domain/widening';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Diff } from '../../../shared/ui/diff.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { useSettingWords } from './setting-words.ts';
import { readCountries } from './typed-limits.ts';
import { SETTINGS_KEY } from './use-settings.ts';

/** The countries that payouts may go to. One more widens; one less narrows. */
export function CountriesDialog({
  settings,
  onClose,
}: {
  settings: PlatformSettingsShown;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const words = useSettingWords();
  const [text, setText] = useState(settings.payoutCountries.join(', '));
  const { countries, unknown } = readCountries(text);
  const { payoutCountries: before } = settings;
  const isNone = countries.length === 0;
  const isReadable = unknown === undefined && !isNone;
  const isChanged = countries.join() !== before.toSorted().join();
  const problem =
    unknown === undefined
      ? isNone
        ? t('settings.no_country')
        : undefined
      : t('settings.country_unknown', { code: unknown });
  return (
    <ChangeDialog
      title={t('settings.change_of', { what: t('settings.groups.payout_countries') })}
      consequence={t('settings.consequence.payout_countries')}
      act={t('settings.save')}
      done={t('settings.saved')}
      queryKey={SETTINGS_KEY}
      takesTwo={
        isReadable &&
        effectOf('platform', { payoutCountries: before }, { payoutCountries: countries }) === 'widens'
      }
      isReady={isReadable && isChanged}
      send={async (press) => await api(setLimits, { body: { ...press, payoutCountries: countries } })}
      onClose={onClose}
    >
      <Stack gap={12}>
        <TextField
          label={words.name('payoutCountries')}
          help={t('settings.countries_help')}
          problem={problem}
          value={text}
          maxLength={600}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {isReadable && isChanged && (
          <Diff differences={words.differences(settings, { ...settings, payoutCountries: countries })} />
        )}
      </Stack>
    </ChangeDialog>
  );
}
