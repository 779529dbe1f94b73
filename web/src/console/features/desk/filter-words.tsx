import { Menu } from '@mantine/core';
import { parseAmount } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { KeyScope } from '../../../shared/keys/use-keys.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { AddressValues, CommonFilters } from './address.ts';
import styles from './desk.module.css';
import { accountName, useChoices } from './use-accounts.ts';

export interface FilterBarProps<Filters> {
  filters: Filters;
  onChange: (values: AddressValues) => void;
  aside: ReactNode;
}

/** Ranges that operators divide the work by. */
const AMOUNTS: readonly { least?: string; most?: string }[] = [
  { most: '1000.00' },
  { most: '5000.00' },
  { least: '5000.00', most: '50000.00' },
  { least: '50000.00' },
];

/** What the list shows, in words. Each word opens a choice; one that is set is taken back by a press. */
export function FilterWords({
  filters,
  onChange,
  aside,
  accounts: allAccounts,
  children,
}: FilterBarProps<CommonFilters> & {
  /** The word while every account is shown. */
  accounts: string;
  /** More words. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { data } = useChoices();
  const amountText = useAmountText();
  const partners = data?.partners ?? [];
  const accounts = data?.bankAccounts ?? [];
  const partner = partners.find(({ id }) => id === filters.partner);
  const account = accounts.find(({ id }) => id === filters.account);
  const { least, most } = filters;
  return (
    <div className={styles.filters} role="group" aria-label={t('desk.filters')}>
      <Word
        all={t('desk.all_partners')}
        set={filters.partner === undefined ? undefined : (partner?.name ?? '…')}
        options={partners.map(({ id, name }) => [id, name])}
        onSet={(id) => onChange({ partner: id })}
        onClear={() => onChange({ partner: undefined })}
      />
      <Word
        all={allAccounts}
        set={filters.account === undefined ? undefined : account === undefined ? '…' : accountName(account)}
        options={accounts.map((each) => [each.id, accountName(each)])}
        onSet={(id) => onChange({ account: id })}
        onClear={() => onChange({ account: undefined })}
      />
      <Word
        all={t('desk.any_amount')}
        set={least === undefined && most === undefined ? undefined : amountText({ least, most })}
        options={AMOUNTS.map((range, index) => [String(index), amountText(range)])}
        onSet={(index) => {
          const range = AMOUNTS[Number(index)];
          onChange({ least: range?.least, most: range?.most });
        }}
        onClear={() => onChange({ least: undefined, most: undefined })}
      />
      {children}
      <span className={styles.aside}>{aside}</span>
    </div>
  );
}

function useAmountText(): (range: { least?: string | undefined; most?: string | undefined }) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const written = (text: string): string => {
    const amountCents = parseAmount(text);
    return amountCents === undefined ? text : displayAmount(amountCents, language);
  };
  return ({ least, most }) => {
    if (least === undefined) return t('desk.at_most', { amount: written(most ?? '') });
    if (most === undefined) return t('desk.at_least', { amount: written(least) });
    return t('desk.between', { least: written(least), most: written(most) });
  };
}

export function Word({
  all,
  set,
  options,
  onSet,
  onClear,
}: {
  /** While nothing is chosen. */
  all: string;
  set: string | undefined;
  options: readonly (readonly [value: string, name: string])[];
  onSet: (value: string) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  if (set !== undefined) {
    return (
      <button
        type="button"
        className={`${styles.word} ${styles.set}`}
        aria-label={t('desk.clear_filter', { filter: set })}
        onClick={onClear}
      >
        {set}
        <Icon name="close" size={12} />
      </button>
    );
  }
  return (
    <Menu
      position="bottom-start"
      offset={4}
      // On a narrow screen the words scroll sideways, and would cut it off.
      floatingStrategy="fixed"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: styles.menu, item: styles.menuItem }}
    >
      <Menu.Target>
        <button type="button" className={styles.word}>
          {all}
          <Icon name="down" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {/* No key acts behind an open list. */}
        <KeyScope>
          {options.map(([value, name]) => (
            <Menu.Item key={value} onClick={() => onSet(value)}>
              {name}
            </Menu.Item>
          ))}
          {options.length === 0 && <p className={styles.menuEmpty}>{t('desk.no_choice')}</p>}
        </KeyScope>
      </Menu.Dropdown>
    </Menu>
  );
}
