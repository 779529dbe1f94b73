import { isOverlap } from '@vezne/domain/key-overlap';
import { useTranslation } from 'react-i18next';
import { TextField } from './field.tsx';

/** Undefined: it is no number of hours that is allowed. */
export function readOverlap(text: string): number | undefined {
  const typed = text.trim();
  const hours = /^\d{1,5}$/.test(typed) ? Number(typed) : undefined;
  return hours === undefined || !isOverlap(hours) ? undefined : hours;
}

/** For how long the old one goes on beside the new one. */
export function OverlapField({
  help,
  value,
  onValue,
}: {
  help: string;
  value: string;
  onValue: (value: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('overlap.label')}
      help={help}
      problem={readOverlap(value) === undefined ? t('overlap.wrong') : undefined}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      data-autofocus
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}
