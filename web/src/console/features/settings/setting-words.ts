/** The platform's settings in words: what each is called, what it is set to, and what differs between two versions. */
import type { PlatformSettingsShown } from '@vezne/contract/console/settings';
import { displayAmount } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import type { Difference } from '../../../shared/ui/difference.ts';
import { wire } from '../desk/wire.ts';

type Field = keyof PlatformSettingsShown;

/** In the order in which people read them. */
const FIELD_WORDS = {
  depositsPaused: 'deposits',
  withdrawalsPaused: 'withdrawals',
  depositMinCents: 'deposit_min',
  depositMaxCents: 'deposit_max',
  withdrawalMinCents: 'withdrawal_min',
  withdrawalMaxCents: 'withdrawal_max',
  fourEyesCents: 'four_eyes',
  fastLimitCents: 'fast_limit',
  payoutCountries: 'payout_countries',
  depositExpirySeconds: 'deposit_expiry',
} as const satisfies Record<Field, string>;

/** What migrations sign with. */
const BY_AN_UPGRADE = 'migration';

const FIELDS = Object.keys(FIELD_WORDS) as Field[];

interface SettingWords {
  name: (field: Field) => string;
  /** Whoever made a version. */
  author: (by: string) => string;
  value: (settings: PlatformSettingsShown, field: Field) => string;
  /** Only what differs. */
  differences: (before: PlatformSettingsShown, after: PlatformSettingsShown) => Difference[];
}

export function useSettingWords(): SettingWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = (field: Field): string => t(`settings.fields.${FIELD_WORDS[field]}`);
  const value = (settings: PlatformSettingsShown, field: Field): string => {
    switch (field) {
      case 'depositsPaused':
      case 'withdrawalsPaused':
        return t(`settings.states.${settings[field] ? 'paused' : 'open'}`);
      case 'payoutCountries':
        return writtenCountries(settings.payoutCountries, language);
      case 'depositExpirySeconds':
        return writtenDuration(settings.depositExpirySeconds, language);
      case 'depositMinCents':
      case 'depositMaxCents':
      case 'withdrawalMinCents':
      case 'withdrawalMaxCents':
      case 'fourEyesCents':
      case 'fastLimitCents':
        return displayAmount(wire(settings[field]), language);
    }
  };
  return {
    name,
    author: (by) => (by === BY_AN_UPGRADE ? t('settings.by_upgrade') : by),
    value,
    differences: (before, after) =>
      FIELDS.flatMap((field) => {
        const [was, is] = [value(before, field), value(after, field)];
        return was === is ? [] : [{ name: name(field), before: was, after: is }];
      }),
  };
}

/** "Türkiye, Almanya": people know names better than codes. */
function writtenCountries(codes: readonly string[], language: Language): string {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  return codes.map((code) => names.of(code) ?? code).join(', ');
}
