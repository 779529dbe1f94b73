import { useQuery } from '@tanstack/react-query';
import { getAuditEntry } from '@vezne/contract/console/audit';
import type { AuditEntryShown, AuditRow, AuditSubjectShown } from '@vezne/contract/console/audit';
import { displayTime } from '@vezne/domain/written';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../shared/api/api.ts';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { writtenDay, writtenSecond } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Diff } from '../../../shared/ui/diff.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Identifier } from '../../../shared/ui/identifiers.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useAuditWords } from './audit-words.ts';
import page from '../desk/desk.module.css';
import styles from './audit.module.css';
import { TimeInDoubt } from './time-in-doubt.tsx';

/** One entry: who, what, before and after, where it came from, and its seal. */
export function EntryPane({
  no,
  row,
  onPrevious,
  onNext,
  onClose,
}: {
  no: string;
  row: AuditRow | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const words = useAuditWords();
  const { data, error, refetch } = useQuery({
    queryKey: ['audit-entry', no],
    queryFn: async ({ signal }) => await api(getAuditEntry, { params: { no } }, { signal }),
    staleTime: 10_000,
  });
  const shown = data ?? row;
  return (
    <aside className={styles.pane} aria-label={t('audit.pane')}>
      <header className={styles.paneBar}>
        <h2>{shown === undefined ? `#${no}` : words.did(shown.action)}</h2>
        <span className={styles.walk}>
          <span className={page.tiny}>{`#${no}`}</span>
          <IconButton
            icon="up"
            label={t('audit.previous')}
            disabled={onPrevious === undefined}
            onClick={onPrevious}
          />
          <IconButton icon="down" label={t('audit.next')} disabled={onNext === undefined} onClick={onNext} />
          <IconButton icon="close" label={t('audit.close')} onClick={onClose} />
        </span>
      </header>
      <div className={styles.scroll}>
        {error !== null && data === undefined ? (
          codeOf(error) === 'not_found' ? (
            <Empty icon="search" title={t('audit.not_found')}>
              {t('audit.not_found_text')}
            </Empty>
          ) : (
            <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
          )
        ) : data === undefined ? (
          <SkeletonRows rows={8} />
        ) : (
          <Entry entry={data} />
        )}
      </div>
    </aside>
  );
}

export function NoEntry() {
  const { t } = useTranslation();
  return (
    <aside className={`${styles.pane} ${styles.unused}`} aria-label={t('audit.pane')}>
      <Empty icon="audit" title={t('audit.pane_empty')}>
        {t('audit.pane_empty_text')}
      </Empty>
    </aside>
  );
}

function Entry({ entry }: { entry: AuditEntryShown }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useAuditWords();
  const { actor, changes, facts, marksRead } = entry;
  const name = actor.kind === 'system' ? t('audit.system') : (actor.fullName ?? actor.name);
  const at = new Date(entry.at);
  return (
    <>
      <section className={styles.who}>
        <Face name={name} isLarge />
        <p>
          <b>{name}</b>
          <span className={page.second}>{` · ${actor.name} · ${words.where(actor.kind)}`}</span>
          <br />
          <span className={page.second}>
            {`${writtenDay(at, language)} ${writtenSecond(at, at, language)}`} · <Time at={at} only="ago" />
          </span>
        </p>
      </section>
      {entry.writtenAt !== null && (
        <section>
          <TimeInDoubt row={entry} />
          <p>{t('audit.in_doubt_text', { time: displayTime(new Date(entry.writtenAt), language) })}</p>
        </section>
      )}
      <section>
        <p>{words.sentence(entry)}</p>
        {entry.note !== null && <p className={styles.note}>{`“${entry.note}”`}</p>}
      </section>
      {changes.length > 0 && (
        <section aria-label={t('audit.changes')}>
          <Diff
            differences={changes.map(({ field, before, after }) => ({
              name: words.field(field, after),
              before: words.value(field, before),
              after: words.value(field, after) ?? t('audit.none'),
            }))}
          />
        </section>
      )}
      {marksRead.length > 0 && (
        <section>
          <h3>{t('audit.read')}</h3>
          <ul className={styles.read}>
            {marksRead.map((mark) => (
              <li key={mark}>
                <Icon name="check" size={12} />
                {words.code('marksRead', mark)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {facts.length > 0 && (
        <section>
          <h3>{t('audit.facts')}</h3>
          <Facts
            facts={facts.map(({ field, value }) => [
              words.field(field, value),
              value.kind === 'named' ? (
                <SubjectLink key="subject" subject={value.subject} />
              ) : (
                (words.value(field, value) ?? t('audit.none'))
              ),
            ])}
          />
        </section>
      )}
      <Origin entry={entry} />
      <Seal entry={entry} />
    </>
  );
}

/** A deposit and a payout have pages of their own; the rest is named. */
function SubjectLink({ subject }: { subject: AuditSubjectShown }) {
  const words = useAuditWords();
  const name = words.subject(subject);
  if (subject.transactionType === null) return <span title={subject.id}>{name}</span>;
  const page = subject.transactionType === 'deposit' ? 'deposits' : 'withdrawals';
  return (
    <Link className={styles.link} to={`/${page}/${subject.id}`}>
      {name}
    </Link>
  );
}

function Origin({ entry }: { entry: AuditEntryShown }) {
  const { t } = useTranslation();
  const { askedBy, requestId, session, address } = entry;
  const lines: [string, ReactNode][] = [
    [t('audit.columns.subject'), <SubjectLink key="subject" subject={entry.subject} />],
    ...(askedBy === null ? [] : [[t('audit.asked_by'), askedBy] satisfies [string, ReactNode]]),
    ...(requestId === null
      ? []
      : [[t('audit.request'), <Identifier key="request" id={requestId} />] satisfies [string, ReactNode]]),
    ...(session === null
      ? []
      : [[t('audit.session'), <Identifier key="id" id={session} />] satisfies [string, ReactNode]]),
    ...(address === null ? [] : [[t('audit.address'), address] satisfies [string, ReactNode]]),
  ];
  return (
    <section>
      <h3>{t('audit.origin')}</h3>
      <Facts facts={lines} />
    </section>
  );
}

function Seal({ entry: { seal } }: { entry: AuditEntryShown }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>{t('audit.seal')}</h3>
      {seal === null ? (
        <p className={page.second}>{t('audit.not_sealed')}</p>
      ) : (
        <Facts
          facts={[
            [
              t('audit.state'),
              !seal.isIntact ? (
                <Badge key="seal" tone="rejected" icon="warning">
                  {t('audit.seal_broken')}
                </Badge>
              ) : (
                <Badge key="seal" tone={seal.isProven ? 'approved' : 'quiet'} icon="check-ring">
                  {seal.isProven ? t('audit.seal_proven') : t('audit.seal_intact')}
                </Badge>
              ),
            ],
            [t('audit.hash'), <Identifier key="hash" id={seal.hash} />],
            [
              t('audit.sealed_at'),
              <>
                {t('audit.chain.seal', { no: seal.no })} · <Time at={new Date(seal.sealedAt)} only="moment" />
              </>,
            ],
          ]}
        />
      )}
    </section>
  );
}
