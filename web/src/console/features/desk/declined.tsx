import type { timelineEntry } from '@vezne/contract/console/shown';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Note } from '../../../shared/ui/note.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import styles from './pane.module.css';

type Entry = z.infer<typeof timelineEntry>;

/** The second person said no, and nothing has happened since. Whoever decides next reads why. */
export function Declined({
  transaction: { status, openRequest, timeline },
}: {
  transaction: { status: string; openRequest: object | null; timeline: readonly Entry[] };
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const last = timeline.findLast(({ kind }) => kind !== 'webhook');
  if (status !== 'waiting_confirmation' || openRequest !== null) return null;
  if (last?.kind !== 'request' || last.status !== 'declined') return null;
  const time = writtenMoment(new Date(last.at), now, language);
  return (
    <section>
      <Note tone="rejected" title={t('desk.declined_title', { name: last.endedBy })}>
        <p>{t('desk.declined_text', { asker: last.askedBy, time })}</p>
        {last.note !== null && <p className={styles.second}>“{last.note}”</p>}
      </Note>
    </section>
  );
}
