import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { displayAmount } from '@vezne/domain/written';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAmount, readAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../../shared/keys/use-keys.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { Steps } from '../../../../shared/ui/steps.tsx';
import { Declined } from '../../desk/declined.tsx';
import type { PressResult } from '../../desk/decisions.ts';
import styles from '../../desk/pane.module.css';
import { History } from '../../desk/timeline.tsx';
import { useSignedIn } from '../../session/session.ts';
import { usePresses } from '../decide/presses.ts';
import own from '../withdrawals.module.css';
import { ActionBar, NextBar, OtherActs } from './action-bar.tsx';
import { isShown } from './acts.ts';
import type { Act } from './acts.ts';
import { useChanges } from './changes.ts';
import { Copies } from './copies.tsx';
import { MisdirectedOut, Receipt, Rejected } from './ended.tsx';
import {
  Authority,
  Blocked,
  Changes,
  Figures,
  OpenRequest,
  Payee,
  PlayerHistory,
  SameAmount,
  Who,
} from './evidence.tsx';
import { Marks, MarksRead } from './marks.tsx';
import type { PaneProps } from './pane-props.ts';
import { AfterSending, Parts } from './send.tsx';
import { isPart, leftOf, sendingOf } from './sending.ts';
import type { SendDraft, SendField } from './sending.ts';
import { OpenSheet } from './open-sheet.tsx';
import type { SheetKind } from './open-sheet.tsx';

/** Everything below the head of the pane: what is known, what is typed, and the next step. */
export function Work({
  payout,
  decisions,
  isMarked,
  isEndedHere,
  onOpenMarked,
  problem,
  onProblem,
  next,
}: PaneProps & { payout: PayoutDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { permissions } = useSignedIn();
  const fields = useId();
  const [ticked, setTicked] = useState<{ stage: string | null; marks: ReadonlySet<PayoutMark> }>({
    stage: payout.stage,
    marks: new Set(),
  });
  const draftKey = `${payout.id}-${payout.parts.length}`;
  const [typed, setTyped] = useState<{ key: string; draft: SendDraft }>();
  const [gap, setGap] = useState<SendField | null>(null);
  /** What the person saw when they opened the sheet: a change meanwhile is refused, not done. */
  const [sheet, setSheet] = useState<{ kind: SheetKind; payout: PayoutDetail } | null>(null);
  const changes = useChanges(payout);
  const presses = usePresses(decisions, sheet?.payout ?? payout);

  const { stage, status, obstacles } = payout;
  const isHand = permissions.includes('decide') || permissions.includes('ask_operation');
  const isUnknown = decisions.unknown.some(({ transactionId }) => transactionId === payout.id);
  const isOver = stage === null;
  // What was ticked for taking it is not ticked for authorising it.
  const marksTicked = ticked.stage === stage ? ticked.marks : new Set<PayoutMark>();
  const unread = payout.marks.find((mark) => !marksTicked.has(mark));
  const nextStep: Act | undefined = stage === 'queued' ? 'take' : stage === 'taken' ? 'authorise' : undefined;
  const can = (act: Act): boolean => isHand && !isUnknown && obstacles[act] === null;
  const draft: SendDraft =
    typed?.key === draftKey
      ? typed.draft
      : { amount: fieldAmount(leftOf(payout), language), bankReference: '', isReferenceUsedBefore: false };
  const sending = sendingOf(payout, draft);
  const isPartial = isPart(payout, draft);
  const canSend = stage === 'authorised' && (can('approve') || can('recordPart'));
  const fieldId = (name: string): string => `${fields}-${name}`;
  const focus = (name: string): void => document.getElementById(fieldId(name))?.focus();

  const open = (kind: SheetKind): void => {
    onProblem(undefined);
    setSheet({ kind, payout });
  };
  /** A step that needs every mark read. */
  const step = (kind: 'take' | 'authorise') => (): void =>
    unread === undefined ? open(kind) : focus(unread);
  const pay = (): void => {
    if (sending.kind !== 'gap') return open('pay');
    setGap(sending.field);
    focus(sending.field);
  };
  const act = async (pressing: Promise<PressResult>): Promise<void> => {
    const result = await pressing;
    // Whoever closes the dialog that asks who they are is back where they were.
    if (result === 'cancelled') return;
    if (result === 'made') {
      changes.expectOwn();
      setGap(null);
    }
    setSheet(null);
  };
  const on = {
    take: step('take'),
    authorise: step('authorise'),
    pay,
    release: () => open('release'),
    reject: () => open('reject'),
    handOver: () => open('hand_over'),
    returnPayout: () => open('return'),
    correct: () => open('correct'),
    bookMisdirection: () => open('misdirect'),
  };
  const group = t('withdrawals.keys.group');
  const marked = (run: () => void) => (): void => (isMarked ? run() : onOpenMarked());
  const key = (keys: string, may: boolean, label: string, run: () => void) =>
    may && !isOver ? [{ keys, label, group, run: marked(run) }] : [];
  // One that is over has no keys: a habit must not reach it, nor the one behind it.
  useKeys([
    ...key('t', stage === 'queued' && can('take'), t('withdrawals.keys.take_long'), on.take),
    ...key('o', stage === 'taken' && can('authorise'), t('withdrawals.keys.authorise_long'), on.authorise),
    ...key('p', canSend, t('withdrawals.keys.pay_long'), pay),
    ...key('r', can('reject'), t('withdrawals.keys.reject_long'), on.reject),
    ...key('b', can('release'), t('withdrawals.keys.release_long'), on.release),
    ...key('d', can('handOver'), t('withdrawals.keys.hand_over_long'), on.handOver),
  ]);
  const partCents = readAmount(draft.amount);
  return (
    <>
      {/* One that was rejected did not go this way. */}
      {status !== 'rejected' && (
        <div className={own.steps}>
          <Steps
            names={[
              t('withdrawals.steps.take'),
              t('withdrawals.steps.authorise'),
              t('withdrawals.steps.send'),
              t('withdrawals.steps.done'),
            ]}
            current={stage === 'queued' ? 0 : stage === 'taken' ? 1 : stage === 'authorised' ? 2 : 3}
          />
        </div>
      )}
      <div className={styles.scroll}>
        {!isOver && <Changes differences={changes.differences} onRead={changes.onRead} />}
        {status === 'approved' ? <Receipt payout={payout} /> : <Who payout={payout} />}
        {status === 'rejected' && <Rejected payout={payout} />}
        {!isOver && <Blocked payout={payout} />}
        <Declined transaction={payout} />
        <OpenRequest payout={payout} />
        {stage === 'authorised' && <MarksRead payout={payout} />}
        {nextStep !== undefined && (
          <Marks
            payout={payout}
            ticked={marksTicked}
            fieldId={fieldId}
            canTick={isShown(payout, nextStep, false) && can(nextStep)}
            onTick={(mark, isOn) => {
              const marks = new Set(marksTicked);
              if (isOn) marks.add(mark);
              else marks.delete(mark);
              setTicked({ stage, marks });
            }}
          />
        )}
        {!isOver && <SameAmount payout={payout} />}
        <MisdirectedOut payout={payout} />
        {stage === 'authorised' && payout.payee.isWhole && payout.pastedAmount !== null && (
          <Copies payout={payout} pastedAmount={payout.pastedAmount} onMarked={marked} />
        )}
        <Parts payout={payout} />
        {canSend && (
          <AfterSending
            payout={payout}
            draft={draft}
            gap={gap}
            fieldId={fieldId}
            isReferenceAsked={problem?.refusal === 'bank_reference_used' || draft.isReferenceUsedBefore}
            onChange={(part) => setTyped({ key: draftKey, draft: { ...draft, ...part } })}
            onEnter={pay}
            onEscape={() => document.querySelector<HTMLElement>('[role=grid]')?.focus()}
          />
        )}
        {status !== 'approved' && <Figures payout={payout} />}
        <Authority payout={payout} />
        {!isOver && !payout.payee.isWhole && <Payee payout={payout} />}
        {!isOver && <PlayerHistory payout={payout} />}
        <History
          transaction={payout}
          textOf={({ trigger }, actor) =>
            trigger === 'approve' || trigger === 'hand_over'
              ? t(`withdrawals.timeline.${trigger}`, { actor })
              : undefined
          }
        />
        <OtherActs payout={payout} isHand={isHand} isUnknown={isUnknown} on={on} />
      </div>
      {problem !== undefined && (
        <div className={styles.problem}>
          <Note tone="rejected" title={t('desk.not_made')} isAlert>
            {problem.text}
          </Note>
        </div>
      )}
      {isOver ? (
        isHand && <NextBar next={next} hasFocus={isEndedHere} />
      ) : (
        <ActionBar
          payout={payout}
          isHand={isHand}
          isUnknown={isUnknown}
          areMarksRead={unread === undefined}
          partAmount={
            isPartial ? (partCents === undefined ? '' : displayAmount(partCents, language)) : undefined
          }
          on={on}
        />
      )}
      {sheet !== null && (
        <OpenSheet
          kind={sheet.kind}
          payout={sheet.payout}
          sending={sending}
          isBalanceAsked={problem?.refusal === 'bank_balance_needed'}
          isBusy={decisions.isBusy}
          presses={presses}
          onPress={(pressing) => void act(pressing)}
          onClose={() => setSheet(null)}
        />
      )}
    </>
  );
}
