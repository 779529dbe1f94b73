import { useId } from 'react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import styles from './pane.module.css';

const NOTE_MAX_LENGTH = 1_024;

/** An amount beside what it is called, as in the figures of a deposit. */
export function MoneyLine({
  label,
  ...field
}: { label: string } & Omit<ComponentProps<typeof AmountField>, 'id'>) {
  const id = useId();
  return (
    <div className={styles.moneySeen}>
      <label htmlFor={id}>{label}</label>
      <AmountField id={id} {...field} />
    </div>
  );
}

/** Words for colleagues, which no partner and no player sees. */
export function NoteField({
  label,
  text,
  onText,
}: {
  label: string;
  text: string;
  onText: (text: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      label={label}
      help={t('desk.note_help')}
      maxLength={NOTE_MAX_LENGTH}
      autoComplete="off"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
