import type { ReactNode } from 'react';
import { Icon } from '../../../shared/ui/icon.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import styles from './pane.module.css';

/** One of several, by number or by arrows. One stop of the Tab key. */
export function NumberedChoice<Value extends string>({
  name,
  label,
  options,
  value,
  onChange,
}: {
  name: string;
  label: string;
  options: readonly (readonly [value: Value, text: string])[];
  value: Value | null;
  onChange: (value: Value) => void;
}) {
  return (
    <div role="radiogroup" aria-label={label}>
      {options.map(([option, text], index) => (
        <label key={option} className={classNames(styles.numberedLine, option === value && styles.chosen)}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <kbd aria-hidden="true">{index + 1}</kbd>
          <span>{text}</span>
          {option === value && <Icon name="check" />}
        </label>
      ))}
    </div>
  );
}

/** A few beside each other. */
export function PlainChoice<Value extends string>({
  name,
  label,
  options,
  value,
  onChange,
}: {
  name: string;
  label: string;
  options: readonly (readonly [value: Value, text: ReactNode])[];
  value: Value | null;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className={styles.plainChoice}>
      <legend>{label}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
