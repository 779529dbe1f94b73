import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import styles from './transactions.module.css';

export function SearchForm({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(text);
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
        label={t('transactions.search_hint')}
        name="search"
        autoComplete="off"
        maxLength={128}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" icon="search">
        {t('transactions.find')}
      </Button>
    </form>
  );
}
