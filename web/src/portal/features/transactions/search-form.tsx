import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { useTyped } from '../../parts/use-typed.ts';
import styles from './transactions.module.css';

export function SearchForm({
  text,
  onSearch,
  field,
}: {
  text: string;
  onSearch: (text: string) => void;
  field: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  const [typed, type] = useTyped(text);
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <TextField
        ref={field}
        label={t('transactions.search_hint')}
        name="search"
        autoComplete="off"
        maxLength={128}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" icon="search">
        {t('transactions.find')}
      </Button>
    </form>
  );
}
