import { useTranslation } from 'react-i18next';
import { writtenDuration } from '../../../../shared/i18n/age.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { FilterWords, Word } from '../../desk/filter-words.tsx';
import type { FilterBarProps } from '../../desk/filter-words.tsx';
import { CLAIMED_BY } from './queue-filters.ts';
import type { QueueFilters } from './queue-filters.ts';

const AGES_S = [300, 600, 1_800, 3_600];

/** What the queue of deposits can be filtered by. */
export function FilterBar(props: FilterBarProps<QueueFilters>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { filters, onChange } = props;
  const { claimed, olderThan } = filters;
  return (
    <FilterWords {...props} accounts={t('desk.all_accounts')}>
      <Word
        all={t('deposits.anybodys')}
        set={claimed === undefined ? undefined : t(`deposits.claimed_by.${claimed}`)}
        options={CLAIMED_BY.map((by) => [by, t(`deposits.claimed_by.${by}`)])}
        onSet={(by) => onChange({ claimed: by })}
        onClear={() => onChange({ claimed: undefined })}
      />
      <Word
        all={t('deposits.any_age')}
        set={
          olderThan === undefined
            ? undefined
            : t('deposits.older_than', { duration: writtenDuration(olderThan, language) })
        }
        options={AGES_S.map((seconds) => [
          String(seconds),
          t('deposits.older_than', { duration: writtenDuration(seconds, language) }),
        ])}
        onSet={(seconds) => onChange({ olderThan: seconds })}
        onClear={() => onChange({ olderThan: undefined })}
      />
    </FilterWords>
  );
}
