import { Checkbox } from '@mantine/core';
import { setPartner } from '@vezne/contract/console/partners';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { effectOf } from '@vezne/domain/widening';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { AmountInput } from './amount-input.tsx';
import styles from './partners.module.css';
import { LIMITS, LIMIT_GROUPS, readLimit, readLimits, writtenLimit } from './typed-limits.ts';
import type { LimitField, LimitGroup, Limits, Typed } from './typed-limits.ts';
import { PARTNERS_KEY } from './use-partners.ts';

/** Changes the limits of one group. What widens any of them waits for a second person; what narrows holds at once. */
export function LimitsDialog({
  partner,
  limits,
  group,
  onClose,
}: {
  partner: PartnerDetail;
  limits: Limits;
  group: LimitGroup;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const fields: readonly LimitField[] = LIMIT_GROUPS[group];
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(fields.map((field) => [field, writtenLimit(limits, field, language)])),
  );
  const wanted = readLimits(limits, typed);
  const isOther = wanted !== undefined && Object.keys(wanted).length > 0;
  const takesTwo = isOther && effectOf('partner', limits, { ...limits, ...wanted }) === 'widens';
  return (
    <ChangeDialog
      title={t('partners.change_of', { field: t(`partners.limits.groups.${group}`) })}
      consequence={t(`partners.limits.consequence.${group}`, { name: partner.name })}
      act={t('partners.save')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo={takesTwo}
      isReady={isOther}
      send={async (press) =>
        await api(setPartner, { params: { id: partner.id }, body: { ...press, ...wanted } })
      }
      onClose={onClose}
    >
      <div className={styles.pair}>
        {fields.map((field) => (
          <LimitInput
            key={field}
            field={field}
            value={typed[field] ?? ''}
            onValue={(value) => setTyped((before) => ({ ...before, [field]: value }))}
          />
        ))}
      </div>
    </ChangeDialog>
  );
}

function LimitInput({
  field,
  value,
  onValue,
}: {
  field: LimitField;
  value: string | boolean;
  onValue: (value: string | boolean) => void;
}) {
  const { t } = useTranslation();
  const { kind, text } = LIMITS[field];
  const label = t(`partners.limits.fields.${text}`);
  if (typeof value === 'boolean')
    return (
      <Checkbox label={label} checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />
    );
  const isWrong = readLimit(field, value) === undefined;
  const help = kind === 'amount' || kind === 'flag' ? undefined : t(`partners.limits.typed.${kind}`);
  if (kind === 'amount' || kind === 'limit')
    return <AmountInput label={label} help={help} text={value} isWrong={isWrong} onText={onValue} />;
  return (
    <TextField
      label={label}
      help={help}
      problem={isWrong ? t('partners.limits.whole_number') : undefined}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}
