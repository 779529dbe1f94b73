import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getAuditFilters } from '@vezne/contract/console/audit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { writtenDay } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { KeyScope } from '../../../shared/keys/use-keys.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { PERIODS, daysOf } from './audit-filters.ts';
import type { AuditFilterValues } from './audit-filters.ts';
import { LOGGED_ACTIONS, useAuditWords } from './audit-words.ts';
import page from '../desk/desk.module.css';
import styles from './audit.module.css';

type Change = (values: Readonly<Record<string, string | undefined>>) => void;

/** What the list shows, in words. */
export function AuditFilterBar({
  filters,
  subjectName,
  onChange,
}: {
  filters: AuditFilterValues;
  /** What the subject was understood as. */
  subjectName: string | undefined;
  onChange: Change;
}) {
  const { t } = useTranslation();
  const words = useAuditWords();
  const { data } = useQuery({
    queryKey: ['audit-filters'],
    queryFn: async ({ signal }) => await api(getAuditFilters, {}, { signal }),
    staleTime: 60_000,
  });
  const nameOf = (actor: { name: string; fullName: string | null; kind: string }): string =>
    actor.kind === 'system' ? `${t('audit.system')} · ${actor.name}` : (actor.fullName ?? actor.name);
  const actors = (data?.actors ?? []).map((actor) => [actor.id, nameOf(actor)] as const);
  const chosen = actors.find(([id]) => id === filters.actor)?.[1] ?? filters.actor;
  return (
    <div className={page.filters} role="group" aria-label={t('audit.filters')}>
      <Word
        all={t('audit.everybody')}
        set={chosen}
        options={actors.toSorted(([, one], [, other]) => one.localeCompare(other, 'tr'))}
        onSet={(actor) => onChange({ actor })}
        onClear={() => onChange({ actor: undefined })}
      />
      <Word
        all={t('audit.every_action')}
        set={filters.action === undefined ? undefined : words.did(filters.action)}
        options={LOGGED_ACTIONS.map((action) => [action, words.did(action)] as const)}
        onSet={(action) => onChange({ action })}
        onClear={() => onChange({ action: undefined })}
      />
      <PeriodWord filters={filters} onChange={onChange} />
      <SubjectWord
        key={filters.subject ?? ''}
        set={filters.subject === undefined ? undefined : (subjectName ?? filters.subject)}
        onSet={(subject) => onChange({ subject })}
      />
      <span className={page.aside}>{t('audit.newest_first')}</span>
    </div>
  );
}

/** The days of a list: those of now by their names, others as they are. */
export function PeriodWord({
  filters,
  onChange,
}: {
  filters: Pick<AuditFilterValues, 'from' | 'to'>;
  onChange: Change;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { from, to } = filters;
  const written = (day: string | undefined): string =>
    day === undefined ? '…' : writtenDay(new Date(`${day}T12:00:00+03:00`), language);
  const period = PERIODS.find((one) => {
    const days = daysOf(one, now);
    return days.from === from && days.to === to;
  });
  const isSet = from !== undefined || to !== undefined;
  const set =
    period === undefined
      ? from === to
        ? written(from)
        : t('audit.between', { from: written(from), to: written(to) })
      : t(`audit.period.${period}`);
  return (
    <Word
      all={t('audit.any_time')}
      set={isSet ? set : undefined}
      options={PERIODS.map((one) => [one, t(`audit.period.${one}`)] as const)}
      onSet={(value) => {
        const chosen = PERIODS.find((one) => one === value);
        if (chosen !== undefined) onChange(daysOf(chosen, now));
      }}
      onClear={() => onChange({ from: undefined, to: undefined })}
    />
  );
}

/** Typed: there are too many things to choose from. */
function SubjectWord({
  set,
  onSet,
}: {
  set: string | undefined;
  onSet: (subject: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  if (set !== undefined) return <SetWord set={set} onClear={() => onSet(undefined)} />;
  return (
    <form
      className={styles.subject}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSet(text.trim());
      }}
    >
      <Icon name="search" size={12} />
      <input
        aria-label={t('audit.subject_label')}
        placeholder={t('audit.subject_placeholder')}
        title={t('audit.every_subject')}
        value={text}
        maxLength={128}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

function SetWord({ set, onClear }: { set: string; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={`${page.word} ${page.set} ${styles.chosen}`}
      aria-label={t('audit.clear', { filter: set })}
      onClick={onClear}
    >
      <span>{set}</span>
      <Icon name="close" size={12} />
    </button>
  );
}

function Word({
  all,
  set,
  options,
  onSet,
  onClear,
}: {
  all: string;
  set: string | undefined;
  options: readonly (readonly [value: string, name: string])[];
  onSet: (value: string) => void;
  onClear: () => void;
}) {
  if (set !== undefined) return <SetWord set={set} onClear={onClear} />;
  return (
    <Menu
      position="bottom-start"
      offset={4}
      floatingStrategy="fixed"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: page.menu, item: page.menuItem }}
    >
      <Menu.Target>
        <button type="button" className={page.word}>
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
        </KeyScope>
      </Menu.Dropdown>
    </Menu>
  );
}
