import { useId } from 'react';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import styles from './partners.module.css';

/** An amount below its name, as the other fields of a form have it. */
export function AmountInput({
  label,
  help,
  text,
  onText,
  isWrong = false,
}: {
  label: string;
  help?: string | undefined;
  text: string;
  onText: (text: string) => void;
  isWrong?: boolean;
}) {
  const id = useId();
  return (
    <div className={styles.amount}>
      <label htmlFor={id}>{label}</label>
      <AmountField
        id={id}
        text={text}
        onText={onText}
        isWrong={isWrong}
        describedBy={help === undefined ? undefined : `${id}-help`}
      />
      {help !== undefined && (
        <span id={`${id}-help`} data-help="">
          {help}
        </span>
      )}
    </div>
  );
}
