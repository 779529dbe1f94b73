import type { timelineEntry } from '@vezne/contract/console/shown';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { knownDeliveryProblem } from '../../../shared/i18n/known-delivery-problem.ts';
import type { Tone } from '../../../shared/ui/badge.tsx';
import { Identifier } from '../../../shared/ui/identifiers.tsx';
import { Timeline } from '../../../shared/ui/timeline.tsx';
import type { TimelineEntry } from '../../../shared/ui/timeline.tsx';
import styles from './pane.module.css';

type Entry = z.infer<typeof timelineEntry>;
export type Step = Extract<Entry, { kind: 'step' }>;
type Request = Extract<Entry, { kind: 'request' }>;
type Webhook = Extract<Entry, { kind: 'webhook' }>;

const TONES: Partial<Record<StepTrigger, Tone>> = {
  confirm_sent: 'waiting',
  confirm_on_behalf: 'waiting',
  approve: 'approved',
  reject: 'rejected',
  expire: 'rejected',
  cancel: 'rejected',
  correct: 'accent',
};

const NOTHING: readonly TimelineEntry[] = [];

/** What happened to a transaction and what was asked about it, newest first; once it is decided, each try to tell the partner too. */
export function History({
  transaction,
  first = NOTHING,
  textOf,
}: {
  transaction: { id: string; externalReference: string; partner: { name: string }; timeline: Entry[] };
  /** Above the rest. */
  first?: readonly TimelineEntry[];
  /** The words for a step that this kind of transaction has words of its own for. */
  textOf?: (step: Step, actor: string) => string | undefined;
}) {
  const { t } = useTranslation();
  const byTime = transaction.timeline.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const stepText = (step: Step): string => {
    const actor = actorOf(step, transaction.partner.name, t('desk.timeline.system'));
    return textOf?.(step, actor) ?? t(`desk.timeline.${step.trigger}`, { actor });
  };
  const problemText = (error: string | null): string => {
    const known = knownDeliveryProblem(error);
    return known === undefined ? (error ?? '–') : t(`desk.timeline.problems.${known}`);
  };
  const requestEntry = ({ at, status, askedBy, endedBy, note }: Request, index: number): TimelineEntry => ({
    id: `request-${index}`,
    at: new Date(at),
    tone: status === 'declined' ? 'rejected' : 'quiet',
    text: t(`desk.timeline.requests.${status}`, { asker: askedBy, name: endedBy }),
    ...(note !== null && { note: `“${note}”` }),
  });
  const stepEntry = (step: Step, index: number): TimelineEntry => ({
    id: `step-${index}`,
    at: new Date(step.at),
    tone: TONES[step.trigger] ?? 'quiet',
    text: stepText(step),
    ...(step.note !== null && { note: step.note }),
  });
  const webhookText = (try_: Webhook): string => {
    const values = { number: try_.attemptNo, answer: try_.status ?? problemText(try_.error) };
    return isTaken(try_) ? t('desk.timeline.told', values) : t('desk.timeline.not_told', values);
  };
  const webhookEntry = (try_: Webhook, index: number): TimelineEntry => ({
    id: `webhook-${index}`,
    at: new Date(try_.at),
    tone: isTaken(try_) ? 'approved' : 'rejected',
    text: webhookText(try_),
    note: [
      `${try_.eventType} · ${try_.durationMs} ms`,
      ...(try_.answerStart ? [`“${try_.answerStart}”`] : []),
    ].join(' · '),
  });
  return (
    <section>
      <h3 className={styles.flow}>
        {t('desk.timeline.title')}
        <span className={styles.identifiers}>
          {transaction.externalReference} · <Identifier id={transaction.id} />
        </span>
      </h3>
      <Timeline
        entries={[
          ...first,
          ...byTime.map((entry, index) => {
            if (entry.kind === 'request') return requestEntry(entry, index);
            return entry.kind === 'webhook' ? webhookEntry(entry, index) : stepEntry(entry, index);
          }),
        ]}
      />
    </section>
  );
}

function isTaken({ status }: Webhook): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** People by name; a partner acts through its keys, and a job of ours has no name for people. */
function actorOf({ actorKind, actor }: Step, partner: string, system: string): string {
  if (actorKind === 'partner') return partner;
  return actorKind === 'system' ? system : actor;
}
