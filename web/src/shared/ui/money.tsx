import type { Cents } from '@vezne/domain/money';
import { displayAmount, displaySignedAmount } from '@vezne/domain/written';
import { useLanguage } from '../i18n/use-language.ts';
import styles from './values.module.css';

/** An amount as people write it. `isSigned`: with a plus where it comes in. */
export function Money({ amountCents, isSigned = false }: { amountCents: Cents; isSigned?: boolean }) {
  const language = useLanguage();
  const text = isSigned ? displaySignedAmount(amountCents, language) : displayAmount(amountCents, language);
  return <span className={styles.together}>{text}</span>;
}
