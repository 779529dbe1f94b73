import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../shared/ui/field.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { AmountInput } from './amount-input.tsx';
import styles from './partners.module.css';
import { readAmountFromZero, readPercent } from './typed-terms.ts';
import type { TypedTerms } from './typed-terms.ts';

/** A rate, a fixed part, and who bears them. */
export function TermsFields({
  typed,
  onTyped,
  hasFocus = false,
}: {
  typed: TypedTerms;
  onTyped: (typed: TypedTerms) => void;
  hasFocus?: boolean;
}) {
  const { t } = useTranslation();
  const { percent, fixed, mode } = typed;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('partners.terms.percent')}
          help={t('partners.terms.percent_help')}
          problem={
            percent.trim() !== '' && readPercent(percent) === undefined
              ? t('partners.terms.percent_wrong')
              : undefined
          }
          value={percent}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus={hasFocus || undefined}
          onChange={(event) => onTyped({ ...typed, percent: event.currentTarget.value })}
        />
        <AmountInput
          label={t('partners.terms.fixed')}
          help={t('partners.terms.fixed_help')}
          text={fixed}
          isWrong={fixed.trim() !== '' && readAmountFromZero(fixed) === undefined}
          onText={(text) => onTyped({ ...typed, fixed: text })}
        />
      </div>
      <SelectField
        label={t('partners.terms.mode')}
        none=""
        options={SETTLEMENT_MODES.map((one) => [one, t(`partners.terms.modes.${one}`)] as const)}
        value={mode}
        onChange={(chosen) =>
          onTyped({ ...typed, mode: SETTLEMENT_MODES.find((one) => one === chosen) ?? mode })
        }
      />
    </>
  );
}
