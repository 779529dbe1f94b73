import { PasswordInput, PinInput, TextInput } from '@mantine/core';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

interface FieldProps {
  label: string;
  help?: ReactNode;
  /** What is wrong, and what to write instead. */
  problem?: string | undefined;
}

type InputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'size' | 'color' | 'className' | 'style' | 'type' | 'required' | 'disabled'
> & { required?: boolean; disabled?: boolean };

export const FIELD_CLASSES = {
  root: styles.field,
  label: styles.label,
  input: styles.input,
  description: styles.help,
  error: styles.problem,
  wrapper: styles.wrapper,
};

/** The label above, help and problems below, where the eye is already. */
export const FIELD_ORDER: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

export function TextField({
  label,
  help,
  problem,
  ...rest
}: FieldProps & InputProps & { ref?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      {...rest}
      label={label}
      description={help}
      error={problem === undefined ? undefined : <Problem>{problem}</Problem>}
      withAsterisk={false}
      classNames={FIELD_CLASSES}
      inputWrapperOrder={FIELD_ORDER}
    />
  );
}

export function PasswordField({ label, help, problem, ...rest }: FieldProps & InputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...rest}
      label={label}
      description={help}
      error={problem === undefined ? undefined : <Problem>{problem}</Problem>}
      aria-invalid={problem === undefined ? undefined : true}
      withAsterisk={false}
      classNames={{ ...FIELD_CLASSES, innerInput: styles.inner, visibilityToggle: styles.eye }}
      inputWrapperOrder={FIELD_ORDER}
      visibilityToggleIcon={EyeIcon}
      visibilityToggleButtonProps={{ 'aria-label': t('field.show_password'), tabIndex: 0 }}
    />
  );
}

/** Only password managers see it: whose password is asked for here. */
export function UsernameForManagers({ login }: { login: string }) {
  return (
    <input
      className={styles.forManagers}
      type="text"
      name="username"
      autoComplete="username"
      value={login}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

function EyeIcon() {
  return <Icon name="eye" size={14} />;
}

export const CODE_LENGTH = 6;

/** Six digits of an authenticator app, below a label that says of which. The sixth one sends it. */
export function CodeField({
  label,
  problem,
  value,
  onChange,
  onComplete,
  isBusy = false,
  hasFocus = false,
}: FieldProps & {
  value: string;
  onChange: (code: string) => void;
  onComplete: (code: string) => void;
  isBusy?: boolean;
  hasFocus?: boolean;
}) {
  const id = useId();
  const digits = useRef<HTMLDivElement>(null);
  // A wrong code is gone, and the next one is typed from the first digit.
  const isEmpty = value === '';
  useEffect(() => {
    if (problem !== undefined && isEmpty) digits.current?.querySelector('input')?.focus();
  }, [problem, isEmpty]);
  return (
    <div className={styles.code} ref={digits} role="group" aria-labelledby={`${id}-label`}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      <PinInput
        length={CODE_LENGTH}
        type="number"
        oneTimeCode
        placeholder=""
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        readOnly={isBusy}
        error={problem !== undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page or dialog has this one purpose
        autoFocus={hasFocus}
        aria-label={label}
        getInputProps={(index) => ({
          'aria-label': `${label} ${index + 1}/${CODE_LENGTH}`,
          'aria-describedby': problem === undefined ? undefined : id,
        })}
        classNames={{ root: styles.digits, pinInput: styles.digitBox, input: styles.digit }}
      />
      {problem !== undefined && (
        <div className={styles.problem} id={id} role="alert">
          <Problem>{problem}</Problem>
        </div>
      )}
    </div>
  );
}

export function Problem({ children }: { children: string }) {
  return (
    <span className={styles.problemLine}>
      <Icon name="warning" size={12} />
      {children}
    </span>
  );
}
