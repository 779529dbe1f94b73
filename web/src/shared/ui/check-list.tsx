import { Checkbox } from '@mantine/core';
import styles from './check-list.module.css';
import { Problem } from './field.tsx';

export interface CheckOption<Value extends string> {
  value: Value;
  label: string;
  /** What it is for, in a sentence. */
  text: string;
  /** It stays as it is. */
  isFixed?: boolean;
}

/** Some of a few, each with what it is for. */
export function CheckList<Value extends string>({
  legend,
  options,
  chosen,
  problem,
  onChange,
}: {
  legend: string;
  options: readonly CheckOption<Value>[];
  chosen: readonly Value[];
  problem?: string | undefined;
  onChange: (chosen: readonly Value[]) => void;
}) {
  return (
    <fieldset className={styles.list}>
      <legend>{legend}</legend>
      {options.map(({ value, label, text, isFixed = false }) => (
        <Checkbox
          key={value}
          classNames={{ input: styles.input, description: styles.text }}
          label={label}
          description={text}
          checked={chosen.includes(value)}
          disabled={isFixed}
          {...(problem !== undefined && { 'aria-invalid': true })}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          <Problem>{problem}</Problem>
        </p>
      )}
    </fieldset>
  );
}
