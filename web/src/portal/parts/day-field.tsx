import { TextInput } from '@mantine/core';
import { classNames } from '../../shared/ui/class-names.ts';
import { FIELD_CLASSES, FIELD_ORDER } from '../../shared/ui/field.tsx';
import styles from './day-field.module.css';

/** A day, by the calendar of the browser. */
export function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      classNames={{ ...FIELD_CLASSES, input: classNames(FIELD_CLASSES.input, styles.day) }}
      inputWrapperOrder={FIELD_ORDER}
    />
  );
}
