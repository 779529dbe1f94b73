import { Checkbox } from '@mantine/core';
import type { RequestDetail } from '@vezne/contract/console/requests';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../shared/api/api-error.ts';
import { writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Diff } from '../../../shared/ui/diff.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { BulkDeposits, Transfers, TransactionNow } from './evidence.tsx';
import { EndSheet } from './end-sheet.tsx';
import type { RequestEnd, Told } from './end-sheet.tsx';
import { SubjectFacts } from './subject-facts.tsx';
import { ToldAtConfirmation } from './told.tsx';
import styles from './requests.module.css';
import { useRequest } from './use-requests.ts';
import { useRequestWords } from './words.ts';

/** One request: who asks for what, before and after, and what it is about as it is now. */
export function RequestPane({
  id,
  isNarrow,
  onClose,
}: {
  id: string;
  isNarrow: boolean;
  onClose: () => void;
}) {
  const { data, error, refetch } = useRequest(id);
  return (
    <section className={styles.detail}>
      {data === undefined && error === null && <SkeletonRows rows={8} />}
      {data === undefined && error !== null && (
        <Failed
          code={codeOf(error)}
          requestId={error instanceof ApiError ? error.body?.requestId : undefined}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <Opened request={data} isNarrow={isNarrow} onClose={onClose} />}
    </section>
  );
}

function Opened({
  request,
  isNarrow,
  onClose,
}: {
  request: RequestDetail;
  isNarrow: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const words = useRequestWords();
  const [read, setRead] = useState<readonly PayoutMark[]>([]);
  const [ending, setEnding] = useState<RequestEnd | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const title = words.title(request);
  const marks = request.action === 'withdrawal.authorise' ? (request.transaction?.marks ?? []) : [];
  const isRead = marks.every((mark) => read.includes(mark));
  const mayConfirm = request.obstacle === null && isRead;
  const { mayDecline, mayWithdraw } = request;
  const group = t('requests.keys.group');
  useKeys([
    ...(mayConfirm
      ? [{ keys: 'a', label: t('requests.keys.confirm'), group, run: () => setEnding('confirm') }]
      : []),
    ...(mayDecline
      ? [{ keys: 'r', label: t('requests.keys.decline'), group, run: () => setEnding('decline') }]
      : []),
    { keys: 'Escape', label: t('keys.close_top'), group: t('keys.everywhere'), run: onClose },
  ]);
  const lines = request.lines.map((line) => words.difference(line, request.subject.type));
  const meaning = words.meaning(request);
  return (
    <>
      <header className={styles.bar}>
        {isNarrow && <IconButton icon="left" label={t('requests.back')} onClick={onClose} />}
        <h2>{title}</h2>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no mouse scrolls it with the arrows */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={title}>
        <Stack gap={16}>
          <Asked request={request} />
          <State request={request} />
          {told !== null && (
            <ToldAtConfirmation request={request} told={told} onClose={() => setTold(null)} />
          )}
          {marks.length > 0 && request.obstacle === null && (
            <Marks request={request} marks={marks} read={read} onRead={setRead} />
          )}
          {request.transaction !== null && (
            <TransactionNow transaction={request.transaction} outcome={request.outcome} />
          )}
          <SubjectFacts request={request} />
          {lines.length > 0 && (
            <div className={styles.box}>
              <Diff differences={lines} />
            </div>
          )}
          {request.status === 'open' && (
            <div>
              <h3>{t('requests.effects')}</h3>
              {meaning.length === 1 ? (
                <p>{meaning[0]}</p>
              ) : (
                <ul className={styles.meaning}>
                  {meaning.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              )}
            </div>
          )}
          {request.bulk.length > 0 && <BulkDeposits deposits={request.bulk} />}
          {request.transfers.length > 0 && <Transfers transfers={request.transfers} />}
          {request.obstacle === null && <Note>{t('requests.unchanged')}</Note>}
        </Stack>
      </div>
      {request.status === 'open' && (mayDecline || mayWithdraw || request.obstacle === null) && (
        <footer className={styles.actions}>
          {!mayWithdraw && request.obstacle !== 'confirmed_at_command_line' && (
            <Button
              kind="main"
              icon="passkey"
              keyHint="A"
              disabled={!mayConfirm}
              onClick={() => setEnding('confirm')}
            >
              {t('requests.confirm')}
            </Button>
          )}
          {mayDecline && (
            <Button kind="risk" keyHint="R" onClick={() => setEnding('decline')}>
              {t('requests.decline')}
            </Button>
          )}
          {mayWithdraw && <Button onClick={() => setEnding('withdraw')}>{t('requests.withdraw')}</Button>}
          <p>{isRead ? (words.obstacle(request) ?? t('requests.at_once')) : t('requests.read_first')}</p>
        </footer>
      )}
      {ending !== null && (
        <EndSheet
          request={request}
          end={ending}
          title={title}
          marksRead={read.filter((mark) => marks.includes(mark))}
          onTold={setTold}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}

function Asked({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const words = useRequestWords();
  const { askedBy, askedAt, note } = request;
  return (
    <div className={styles.asker}>
      <Face name={askedBy.name} />
      <div>
        <p>
          <b>{askedBy.name}</b>{' '}
          <span className={styles.quiet}>
            {t('requests.asked', { time: writtenMoment(new Date(askedAt), now, language) })}
          </span>
        </p>
        {note !== null && <p>“{note}”</p>}
        <p className={styles.quiet}>{t('requests.why', { why: words.reasons(request) })}</p>
      </div>
    </div>
  );
}

/** What became of it, or why this person can't confirm it. */
function State({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const words = useRequestWords();
  const { status, decidedBy, decidedAt, decisionNote, command, obstacle } = request;
  if (status !== 'open') {
    const time = decidedAt === null ? '' : writtenMoment(new Date(decidedAt), now, language);
    return (
      <Note
        tone={status === 'confirmed' ? 'approved' : status === 'declined' ? 'rejected' : 'quiet'}
        title={t(`requests.statuses.${status}`)}
      >
        {t(`requests.ended.${status}`, { name: decidedBy?.name ?? '', time })}
        {decisionNote !== null && <p>“{decisionNote}”</p>}
      </Note>
    );
  }
  if (obstacle === null) return null;
  return (
    <Note tone={obstacle === 'own_request' ? 'accent' : 'waiting'}>
      {words.obstacle(request)}
      {command !== null && <code className={styles.command}>{command}</code>}
    </Note>
  );
}

function Marks({
  request,
  marks,
  read,
  onRead,
}: {
  request: RequestDetail;
  marks: readonly PayoutMark[];
  read: readonly PayoutMark[];
  onRead: (read: readonly PayoutMark[]) => void;
}) {
  const { t } = useTranslation();
  const { transaction } = request;
  return (
    <div className={styles.marks}>
      {marks.map((mark) => (
        <section key={mark}>
          <b>
            <Icon name="warning" /> {t(`requests.marks.${mark}`)}
          </b>
          <p>
            {t(`requests.marks_text.${mark}`, {
              partner: transaction?.partner.name ?? '',
              player: transaction?.customer.fullName ?? '',
              holder: transaction?.payee?.holderName ?? '',
            })}
          </p>
          <Checkbox
            label={t('requests.read_mark')}
            aria-label={`${t(`requests.marks.${mark}`)}: ${t('requests.read_mark')}`}
            checked={read.includes(mark)}
            onChange={({ currentTarget: { checked } }) =>
              onRead(checked ? [...read, mark] : read.filter((one) => one !== mark))
            }
          />
        </section>
      ))}
    </div>
  );
}
