import { useTranslation } from 'react-i18next';
import { TextField } from '../../../shared/ui/field.tsx';

/** A year, as the use cases allow it. */
const MAX_HOURS = 8_784;

/** Undefined: it is no number of hours that is allowed. */
export function readOverlap(text: string): number | undefined {
  const typed = text.trim();
  const hours = /^\d{1,5}$/.test(typed) ? Number(typed) : undefined;
  return hours === undefined || hours > MAX_HOURS ? undefined : hours;
}

/** For how long the old one goes on beside the new one. */
export function OverlapField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('partners.overlap')}
      help={t('partners.overlap_help')}
      problem={readOverlap(value) === undefined ? t('partners.overlap_wrong') : undefined}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      data-autofocus
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}
