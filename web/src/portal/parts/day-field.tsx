import { TextInput } from '@mantine/core';
import { isDay } from '@vezne/domain/turkish-calendar';
import { classNames } from '../../shared/ui/class-names.ts';
import { FIELD_CLASSES, FIELD_ORDER } from '../../shared/ui/field.tsx';
import styles from './day-field.module.css';
import { useTyped } from './use-typed.ts';

/**
 * A day, by the calendar of the browser. While a part of it is typed anew, such as the 0 of 09, the browser says that there is none: only a whole
 * day counts, and an empty field when it is left.
 */
export function DayField({
  label,
  value,
  onChange,
  problem,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
  /** Which rule the day breaks. */
  problem?: string | undefined;
}) {
  const [typed, type] = useTyped(value);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      error={problem}
      onChange={(event) => {
        const day = event.currentTarget.value;
        type(day);
        if (isDay(day)) onChange(day);
      }}
      onBlur={() => {
        if (typed === value) return;
        // Where a day is always set, the usual one comes back.
        type(value);
        onChange(typed);
      }}
      classNames={{ ...FIELD_CLASSES, input: classNames(FIELD_CLASSES.input, styles.day) }}
      inputWrapperOrder={FIELD_ORDER}
    />
  );
}
