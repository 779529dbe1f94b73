import { BLOCK_KINDS } from '@vezne/contract/console/blocks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { AddressValues } from '../desk/address.ts';
import desk from '../desk/desk.module.css';
import { Word } from '../desk/filter-words.tsx';
import { usePartners } from '../partners/use-partners.ts';
import styles from './blocks.module.css';
import type { BlockFilters } from './use-blocks.ts';

/** What the list shows, in words, and a field for who is looked for. */
export function BlockFilterBar({
  filters,
  text,
  onChange,
  onText,
}: {
  filters: BlockFilters;
  text: string;
  onChange: (values: AddressValues) => void;
  onText: (text: string) => void;
}) {
  const { t } = useTranslation();
  const { data } = usePartners();
  const partners = data?.partners ?? [];
  const { state, kind, partnerId } = filters;
  const partner = partners.find(({ id }) => id === partnerId);
  return (
    <div className={desk.filters} role="group" aria-label={t('desk.filters')}>
      <Word
        all={t('blocks.live')}
        set={state === 'over' ? t('blocks.over') : undefined}
        options={[['over', t('blocks.over')]]}
        onSet={(value) => onChange({ state: value })}
        onClear={() => onChange({ state: undefined })}
      />
      <Word
        all={t('blocks.any_kind')}
        set={kind === undefined ? undefined : t(`blocks.kinds.${kind}`)}
        options={BLOCK_KINDS.map((each) => [each, t(`blocks.kinds.${each}`)])}
        onSet={(value) => onChange({ kind: value })}
        onClear={() => onChange({ kind: undefined })}
      />
      <Word
        all={t('desk.all_partners')}
        set={partnerId === undefined ? undefined : (partner?.name ?? '…')}
        options={partners.map(({ id, name }) => [id, name])}
        onSet={(id) => onChange({ partner: id })}
        onClear={() => onChange({ partner: undefined })}
      />
      {text === '' ? (
        <Search onText={onText} />
      ) : (
        <button
          type="button"
          className={`${desk.word} ${desk.set}`}
          aria-label={t('desk.clear_filter', { filter: text })}
          onClick={() => onText('')}
        >
          {text}
          <Icon name="close" size={12} />
        </button>
      )}
      <span className={desk.aside}>{t('blocks.newest_first')}</span>
    </div>
  );
}

function Search({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onText(typed.trim());
      }}
    >
      <Icon name="search" size={12} />
      <input
        aria-label={t('blocks.search')}
        placeholder={t('blocks.search')}
        title={t('blocks.search')}
        value={typed}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
