import { NativeSelect } from '@mantine/core';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** One of many, by the list of the browser: it knows every keyboard and every screen reader. */
export function SelectField({
  label,
  none,
  options,
  value,
  onChange,
}: {
  label: string;
  /** While nothing is chosen. */
  none: string;
  options: readonly (readonly [value: string, name: string])[];
  value: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <NativeSelect
      label={label}
      classNames={{ root: styles.field, label: styles.label, input: styles.input, wrapper: styles.wrapper }}
      rightSection={<Icon name="down" size={12} />}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {value === null && (
        <option value="" disabled>
          {none}
        </option>
      )}
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
