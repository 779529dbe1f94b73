import type { RequestDetail, RequestFact } from '@vezne/contract/console/requests';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../shared/ui/facts.tsx';
import styles from './requests.module.css';
import { useSubjectLink } from './subject-link.tsx';
import { useRequestWords } from './words.ts';

/** What a change is about and does not change: whose address, which account, who is let in again with which roles. */
export function SubjectFacts({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const words = useRequestWords();
  const { facts, subject } = request;
  const link = useSubjectLink(request);
  // The partner's name is the way to its page already.
  const isUntold = ({ field }: RequestFact): boolean => link === undefined || field !== 'partnerName';
  if (facts.length === 0 && link === undefined) return null;
  return (
    <section className={styles.box}>
      <h3>{t('requests.about')}</h3>
      <div className={styles.inside}>
        <Facts
          facts={[
            ...(link === undefined ? [] : [link]),
            ...facts
              .filter(isUntold)
              .map(
                (fact) =>
                  [
                    words.field(fact.field),
                    words.value(fact, fact.value, subject.type) ?? t('requests.none'),
                  ] as const,
              ),
          ]}
        />
      </div>
    </section>
  );
}
