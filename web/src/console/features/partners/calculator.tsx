import {
  SETTLEMENT_MODES,
  depositAmounts,
  leavesSomething,
  withdrawalAmounts,
} from '@vezne/domain/commission';
import type { SettlementMode, Terms } from '@vezne/domain/commission';
import { cents, negateCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAmount, readAmount } from '../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { AmountInput } from './amount-input.tsx';
import styles from './partners.module.css';
import { readAmountFromZero, readPercent, writtenTerms } from './typed-terms.ts';

/** What most players pay in one go. */
const FIRST_CENTS = cents(1_000_00n);
const DIRECTIONS = ['deposit', 'withdrawal'] as const;

interface Figures {
  commissionCents: Cents;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  leavesNothing: boolean;
}

function figuresOf(direction: TransactionType, requestedCents: Cents, terms: Terms): Figures {
  const amounts =
    direction === 'deposit'
      ? depositAmounts({ requestedCents, actualCents: null, terms })
      : withdrawalAmounts({ requestedCents, terms });
  return { ...amounts, leavesNothing: !leavesSomething(amounts) };
}

/** An amount in, every figure out, both modes side by side. It reckons by the same code as the service, and saves nothing. */
export function Calculator({ inForce }: { inForce: Readonly<Record<TransactionType, Terms>> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [direction, setDirection] = useState<TransactionType>('deposit');
  const first = (of: TransactionType) => writtenTerms(inForce[of], language);
  const [amount, setAmount] = useState(fieldAmount(FIRST_CENTS, language));
  const [{ percent, fixed }, setTyped] = useState(first('deposit'));
  const [amountCents, basisPoints, fixedCents] = [
    readAmount(amount),
    readPercent(percent),
    readAmountFromZero(fixed),
  ];
  const choose = (next: TransactionType): void => {
    setDirection(next);
    setTyped(first(next));
  };
  const { mode } = inForce[direction];
  const columns =
    amountCents === undefined || basisPoints === undefined || fixedCents === undefined
      ? undefined
      : SETTLEMENT_MODES.map((one) => ({
          mode: one,
          figures: figuresOf(direction, amountCents, { basisPoints, fixedCents, mode: one }),
        }));
  return (
    <Box
      title={t('partners.calculator.title')}
      aside={t('partners.calculator.saves_nothing')}
      span={5}
      isFlush
    >
      <div className={styles.typed} role="group" aria-label={t('partners.terms.direction')}>
        {DIRECTIONS.map((one) => (
          <Button
            key={one}
            size="small"
            kind={one === direction ? 'main' : 'plain'}
            aria-pressed={one === direction}
            onClick={() => choose(one)}
          >
            {t(`partners.terms.directions.${one}`)}
          </Button>
        ))}
      </div>
      <div className={styles.typed}>
        <AmountInput
          label={t(`partners.calculator.amount.${direction}`)}
          text={amount}
          isWrong={amountCents === undefined}
          onText={setAmount}
        />
        <TextField
          label={t('partners.terms.percent')}
          value={percent}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => {
            const typed = event.currentTarget.value;
            setTyped((before) => ({ ...before, percent: typed }));
          }}
        />
        <AmountInput
          label={t('partners.terms.fixed')}
          text={fixed}
          isWrong={fixedCents === undefined}
          onText={(text) => setTyped((before) => ({ ...before, fixed: text }))}
        />
      </div>
      {columns === undefined || amountCents === undefined ? (
        <p className={styles.foot}>{t('partners.calculator.incomplete')}</p>
      ) : (
        <Table direction={direction} amountCents={amountCents} columns={columns} mode={mode} />
      )}
    </Box>
  );
}

function Table({
  direction,
  amountCents,
  columns,
  mode,
}: {
  direction: TransactionType;
  amountCents: Cents;
  columns: readonly { mode: SettlementMode; figures: Figures }[];
  /** The one that holds now. */
  mode: SettlementMode;
}) {
  const { t } = useTranslation();
  const held = (one: SettlementMode): string =>
    `${styles.number} ${one === mode ? (styles.held ?? '') : ''}`.trim();
  const rows: readonly {
    name: string;
    value: (figures: Figures) => Cents;
    isSigned?: boolean;
    isTotal?: boolean;
  }[] = [
    { name: t(`partners.calculator.amount.${direction}`), value: () => amountCents },
    {
      name: t('partners.calculator.commission'),
      value: ({ commissionCents }) => negateCents(commissionCents),
      isSigned: true,
    },
    {
      name: t(`partners.calculator.balance.${direction}`),
      value: ({ balanceImpactCents }) => balanceImpactCents,
      isSigned: true,
    },
    {
      name: t(`partners.calculator.player.${direction}`),
      value: ({ playerAmountCents }) => playerAmountCents,
      isTotal: true,
    },
  ];
  const isTooMuch = columns.some(({ figures }) => figures.leavesNothing);
  return (
    <>
      <div className={styles.scroll}>
        <table className={classNames(styles.table, styles.figures)}>
          <thead>
            <tr>
              <th scope="col">{t('partners.calculator.outcome')}</th>
              {columns.map((column) => (
                <th key={column.mode} scope="col" className={held(column.mode)}>
                  {t(`partners.terms.modes_short.${column.mode}`)}
                  {column.mode === mode && ` · ${t('partners.calculator.now')}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody aria-live="polite">
            {rows.map(({ name, value, isSigned = false, isTotal = false }) => (
              <tr key={name} className={isTotal ? styles.total : undefined}>
                <th scope="row">{name}</th>
                {columns.map((column) => (
                  <td key={column.mode} className={held(column.mode)}>
                    <Money amountCents={value(column.figures)} isSigned={isSigned} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isTooMuch && (
        <div className={styles.typed}>
          <Note tone="waiting">{t('partners.calculator.too_much')}</Note>
        </div>
      )}
    </>
  );
}
