import { cents } from '@vezne/domain/money';
import { STATE_FILTERS } from '@vezne/domain/portal-state';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAmount, readAmount } from '../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { useTyped } from '../../parts/use-typed.ts';
import styles from './transactions.module.css';
import type { Wanted } from './use-transactions.ts';

/** Every filter is seen, with what it is set to. */
export function Filters({
  wanted,
  onChange,
  onClear,
}: {
  wanted: Wanted;
  onChange: (changes: Readonly<Record<string, string | undefined>>) => void;
  onClear: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const any = ['', t('transactions.any')] as const;
  return (
    <div className={styles.filters} role="group" aria-label={t('transactions.filters')}>
      <SelectField
        label={t('transactions.type')}
        none={t('transactions.any')}
        options={[any, ...TRANSACTION_TYPES.map((type) => [type, t(`transactions.types.${type}`)] as const)]}
        value={wanted.type ?? ''}
        onChange={(type) => onChange({ type })}
      />
      <SelectField
        label={t('transactions.status')}
        none={t('transactions.any')}
        options={[
          any,
          ...STATE_FILTERS.map((state) => [state, t(`transactions.state_filters.${state}`)] as const),
        ]}
        value={wanted.status ?? ''}
        onChange={(status) => onChange({ status })}
      />
      <DayField
        label={t('transactions.from')}
        value={wanted.from ?? ''}
        onChange={(from) => onChange({ from })}
      />
      <DayField label={t('transactions.to')} value={wanted.to ?? ''} onChange={(to) => onChange({ to })} />
      <AmountFilter
        label={t('transactions.amount_from')}
        value={wanted.amountFrom}
        onChange={(amountFrom) => onChange({ amountFrom })}
      />
      <AmountFilter
        label={t('transactions.amount_to')}
        value={wanted.amountTo}
        onChange={(amountTo) => onChange({ amountTo })}
      />
      {onClear !== undefined && (
        <Button icon="close" onClick={onClear}>
          {t('transactions.clear')}
        </Button>
      )}
    </div>
  );
}

/** Cents in the address, an amount in the field. It counts when the field is left. */
function AmountFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const shown =
    value === undefined || !/^\d{1,12}$/.test(value) ? '' : fieldAmount(cents(BigInt(value)), language);
  const [typed, type] = useTyped(shown);
  const [wrong, setWrong] = useState<string>();
  const settle = (): void => {
    const amountCents = typed.trim() === '' ? undefined : readAmount(typed);
    const isUnread = typed.trim() !== '' && amountCents === undefined;
    setWrong(isUnread ? typed : undefined);
    if (!isUnread && amountCents?.toString() !== value) onChange(amountCents?.toString());
  };
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      problem={wrong !== undefined && wrong === typed ? t('transactions.not_an_amount') : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
    />
  );
}
