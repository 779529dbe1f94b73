import type { KeyboardEvent, Ref } from 'react';
import { fieldAmount, readAmount } from '../i18n/amount-input.ts';
import { useLanguage } from '../i18n/use-language.ts';
import styles from './amount-field.module.css';
import { classNames } from './class-names.ts';

/** An amount: text in, minor units out. The figure stands on the same right edge as those around it. */
export function AmountField({
  id,
  label,
  text,
  onText,
  onEnter,
  onEscape,
  isWrong = false,
  isOff = false,
  describedBy,
  ref,
}: {
  id: string;
  /** Where no label in the page names it. */
  label?: string;
  text: string;
  onText: (text: string) => void;
  onEnter?: () => void;
  onEscape?: () => void;
  isWrong?: boolean;
  isOff?: boolean;
  describedBy?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}) {
  const language = useLanguage();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.repeat && onEnter !== undefined) onEnter();
    else if (event.key === 'Escape' && onEscape !== undefined) onEscape();
    else return;
    event.preventDefault();
  };
  return (
    <span className={classNames(styles.box, isWrong && styles.wrong, isOff && styles.off)}>
      {language === 'en' && <span aria-hidden="true">₺</span>}
      <input
        id={id}
        ref={ref}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        disabled={isOff}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onBlur={() => {
          const amountCents = readAmount(text);
          if (amountCents !== undefined) onText(fieldAmount(amountCents, language));
        }}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
      />
      {language === 'tr' && <span aria-hidden="true">₺</span>}
    </span>
  );
}
