import { setLimits } from '@vezne/contract/console/settings';
import type { PlatformSettingsShown } from '@vezne/contract/console/settings';
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { effectOf } from '@vezne/domain/widening';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Diff } from '../../../shared/ui/diff.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { MoneyLine } from '../desk/fields.tsx';
import { wire } from '../desk/wire.ts';
import { useSettingWords } from './setting-words.ts';
import { LIMIT_GROUPS, readLimit, writtenLimit } from './typed-limits.ts';
import type { LimitField, LimitGroup } from './typed-limits.ts';
import { SETTINGS_KEY } from './use-settings.ts';

/** Changes the limits of a group. What differs stands below the fields, and whether it takes two is said before anybody presses. */
export function LimitsDialog({
  settings,
  group,
  onClose,
}: {
  settings: PlatformSettingsShown;
  group: LimitGroup;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useSettingWords();
  const fields: readonly LimitField[] = LIMIT_GROUPS[group];
  const [texts, setTexts] = useState<Partial<Record<LimitField, string>>>({});
  const textOf = (field: LimitField): string => texts[field] ?? writtenLimit(settings, field, language);
  const typed = fields.map((field) => [field, readLimit(field, textOf(field))] as const);
  const isReadable = typed.every(([, amount]) => amount !== undefined);
  const changed = typed.filter(
    (entry): entry is [LimitField, Cents] => entry[1] !== undefined && entry[1] !== wire(settings[entry[0]]),
  );
  const before = Object.fromEntries(fields.map((field) => [field, wire(settings[field])]));
  const after = { ...before, ...Object.fromEntries(changed) };
  const [least, most] = typed.map(([, amount]) => amount);
  const isUpsideDown = least !== undefined && most !== undefined && least > most;
  const differences = words.differences(settings, {
    ...settings,
    ...Object.fromEntries(changed.map(([field, amount]) => [field, Number(amount)])),
  });
  return (
    <ChangeDialog
      title={t('settings.change_of', { what: t(`settings.groups.${group}`) })}
      consequence={t(`settings.consequence.${group}`)}
      act={t('settings.save')}
      done={t('settings.saved')}
      queryKey={SETTINGS_KEY}
      takesTwo={effectOf('platform', before, after) === 'widens'}
      isReady={isReadable && !isUpsideDown && changed.length > 0}
      send={async (press) =>
        await api(setLimits, {
          body: {
            ...press,
            ...Object.fromEntries(changed.map(([field, amount]) => [field, formatAmount(amount)])),
          },
        })
      }
      onClose={onClose}
    >
      <Stack gap={12}>
        {typed.map(([field, amount]) => (
          <MoneyLine
            key={field}
            label={words.name(field)}
            text={textOf(field)}
            onText={(text) => setTexts((all) => ({ ...all, [field]: text }))}
            isWrong={amount === undefined || isUpsideDown}
          />
        ))}
        {!isReadable && <Note tone="rejected">{t('desk.amount_wrong')}</Note>}
        {isUpsideDown && <Note tone="rejected">{t('settings.upside_down')}</Note>}
        {isReadable && !isUpsideDown && differences.length > 0 && (
          <Diff differences={differences} isFigures />
        )}
      </Stack>
    </ChangeDialog>
  );
}
