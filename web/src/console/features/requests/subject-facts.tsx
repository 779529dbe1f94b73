import type { RequestDetail } from '@vezne/contract/console/requests';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Facts } from '../../../shared/ui/facts.tsx';
import styles from './requests.module.css';
import { useRequestWords } from './words.ts';

/** What a change is about and does not change: whose address, which account, who is let in again with which roles. */
export function SubjectFacts({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const words = useRequestWords();
  const { facts, subject, action, status } = request;
  const isThere = action !== 'partner.create' || status === 'confirmed';
  const isPartner = subject.type === 'partner' && isThere;
  if (facts.length === 0 && !isPartner) return null;
  return (
    <section className={styles.box}>
      <h3>{t('requests.about')}</h3>
      <div className={styles.inside}>
        <Facts
          facts={[
            ...(isPartner
              ? ([
                  [
                    t('requests.partner'),
                    <Link key="partner" to={`/partners/${subject.id}`}>
                      {subject.name}
                    </Link>,
                  ],
                ] as const)
              : []),
            ...facts.map(
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
