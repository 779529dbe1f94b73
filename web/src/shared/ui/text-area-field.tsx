import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { FIELD_CLASSES, FIELD_ORDER, Problem } from './field.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** Several lines of text, in a box that grows with them. */
export function TextAreaField({
  label,
  help,
  problem,
  value,
  onText,
  hasFocus = false,
}: {
  label: string;
  help?: ReactNode;
  /** What is wrong, and what to write instead. */
  problem?: string | undefined;
  value: string;
  onText: (text: string) => void;
  hasFocus?: boolean;
}) {
  return (
    <Textarea
      label={label}
      description={help}
      error={problem === undefined ? undefined : <Problem>{problem}</Problem>}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      rows={Math.min(Math.max(value.split('\n').length, 3), 10)}
      spellCheck={false}
      autoComplete="off"
      data-autofocus={hasFocus || undefined}
      withAsterisk={false}
      classNames={{ ...FIELD_CLASSES, input: classNames(styles.input, styles.area) }}
      inputWrapperOrder={FIELD_ORDER}
    />
  );
}
