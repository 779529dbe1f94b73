import type { DepositDetail } from '@vezne/contract/console/deposits';
import { isHeld } from '@vezne/domain/hold';
import { displayAmount, displayCode } from '@vezne/domain/written';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../../shared/keys/use-keys.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { useToast } from '../../../../shared/ui/toast.tsx';
import { useNow } from '../../../../shared/ui/use-now.ts';
import { useSignedIn } from '../../session/session.ts';
import { ActionBar } from './action-bar.tsx';
import { Ended, LateDeposits, mayBeCorrected, mayHaveLateMoney } from './afterwards.tsx';
import { ApproveSheet } from '../decide/approve-sheet.tsx';
import { CorrectSheet } from '../decide/correct-sheet.tsx';
import { isApprovalAsked } from './asked.ts';
import { takeOver, useTellLost } from './claim.ts';
import { Declined } from '../../desk/declined.tsx';
import type { PressResult } from '../../desk/decisions.ts';
import type { PaneProps } from './pane-props.ts';
import { DepositTimeline } from './deposit-timeline.tsx';
import { emptyDraft, prospectOf } from './draft.ts';
import { wire } from '../../desk/wire.ts';
import type { Draft, DraftField } from './draft.ts';
import { Account, Sighting } from './evidence-bank.tsx';
import { Claimed, History, OpenRequest, Receipts, Sender, TakesTwo, Who } from './evidence.tsx';
import { Figures } from './figures.tsx';
import { HoldSheet } from '../decide/hold-sheet.tsx';
import { LateMoneySheet } from '../decide/late-money-sheet.tsx';
import { OnBehalfSheet } from '../decide/on-behalf-sheet.tsx';
import styles from '../../desk/pane.module.css';
import { usePresses } from '../decide/presses.ts';
import { useDecisionProblem } from '../decide/refusal-text.ts';
import { RejectSheet } from '../decide/reject-sheet.tsx';

type SheetKind = 'approve' | 'reject' | 'hold' | 'on_behalf' | 'late_money' | 'correct';

/** Everything below the head of the pane: what is known, what is typed, and what can be decided. */
export function Decision({
  deposit,
  onChanged,
  decisions,
  isDecided,
  isMarked,
  onOpenMarked,
  problem,
  onProblem,
}: PaneProps & { deposit: DepositDetail; onChanged: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const toast = useToast();
  const problemText = useDecisionProblem();
  const { permissions } = useSignedIn();
  const now = useNow();
  const fields = useId();
  const [draft, setDraft] = useState<Draft>(() =>
    emptyDraft(fieldAmount(wire(deposit.amountCents), language)),
  );
  const [areGapsShown, setAreGapsShown] = useState(false);
  /** What the person saw when they opened the sheet: a change meanwhile is refused, not decided. */
  const [sheet, setSheet] = useState<{ kind: SheetKind; deposit: DepositDetail } | null>(null);
  const prospect = useMemo(() => prospectOf(deposit, draft), [deposit, draft]);
  const isUnknown = decisions.unknown.some(({ transactionId }) => transactionId === deposit.id);
  const mayDecide = permissions.includes('decide');
  const isOthers = deposit.claim !== null && !deposit.claim.isMine;
  const isWaiting = deposit.status === 'waiting_confirmation';
  // The next deposit comes a moment after the answer. Until then no key decides this one again.
  const canDecide = mayDecide && isWaiting && !isOthers && !isUnknown && !isDecided(deposit.id);
  const canApprove = canDecide && !isApprovalAsked(deposit);
  const canEnterLate = mayDecide && !isUnknown && mayHaveLateMoney(deposit);
  const canCorrect = mayDecide && !isUnknown && mayBeCorrected(deposit);
  const code =
    deposit.referenceCode === null ? deposit.externalReference : displayCode(deposit.referenceCode);
  const fieldId = (field: DraftField): string => `${fields}-${field}`;

  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const open = (kind: SheetKind): void => {
    onProblem(undefined);
    setSheet({ kind, deposit });
  };
  const askToApprove = (): void => {
    const [gap] = prospect.missing;
    if (gap === undefined) return open('approve');
    setAreGapsShown(true);
    document.getElementById(fieldId(gap))?.focus();
  };
  const editAmount = (): void => document.getElementById(fieldId('arrived'))?.focus();
  const backToList = (): void => document.querySelector<HTMLElement>('[role=grid]')?.focus();
  const take = async (): Promise<void> => {
    try {
      await takeOver(deposit.id);
      toast({ text: t('deposits.taken_over', { code }) });
    } catch (error) {
      onProblem({ text: problemText(error), isReferenceUsed: false });
    }
    onChanged();
  };
  useTellLost(deposit, (name) => toast({ text: t('deposits.lost_to', { name, code }), icon: 'people' }));
  const presses = usePresses(decisions, { deposit: sheet?.deposit ?? deposit, code, draft, prospect });
  const press = async (pressing: Promise<PressResult>): Promise<void> => {
    // Whoever closes the dialog that asks who they are is back where they were.
    if ((await pressing) !== 'cancelled') setSheet(null);
  };
  const amount = displayAmount(prospect.arrivedCents ?? wire(deposit.amountCents), language);
  const held = deposit.heldUntil !== null && isHeld(new Date(deposit.heldUntil), now);
  const group = t('deposits.keys.group');
  const marked = (run: () => void) => (): void => (isMarked ? run() : onOpenMarked());
  useKeys([
    ...(canApprove
      ? [{ keys: 'a', label: t('deposits.keys.approve_long'), group, run: marked(askToApprove) }]
      : []),
    ...(canDecide
      ? [
          { keys: 'e', label: t('deposits.keys.amount_long'), group, run: marked(editAmount) },
          { keys: 'r', label: t('deposits.keys.reject_long'), group, run: marked(() => open('reject')) },
          { keys: 'b', label: t('deposits.keys.hold_long'), group, run: marked(() => open('hold')) },
        ]
      : []),
    ...(mayDecide && !isUnknown && deposit.status === 'waiting_payment'
      ? [{ keys: 'o', label: t('deposits.on_behalf'), group, run: marked(() => open('on_behalf')) }]
      : []),
    ...(canEnterLate
      ? [{ keys: 'l', label: t('deposits.keys.late_long'), group, run: marked(() => open('late_money')) }]
      : []),
    ...(canCorrect
      ? [{ keys: 'c', label: t('deposits.keys.correct_long'), group, run: marked(() => open('correct')) }]
      : []),
    ...(mayDecide && isWaiting && isOthers
      ? [{ keys: 't', label: t('deposits.keys.take_over_long'), group, run: marked(() => void take()) }]
      : []),
  ]);
  return (
    <>
      <div className={styles.scroll}>
        {isOthers && <Claimed deposit={deposit} />}
        <Who deposit={deposit} />
        <Ended deposit={deposit} />
        <Figures
          deposit={deposit}
          prospect={prospect}
          text={draft.arrived}
          fieldId={fieldId('arrived')}
          isWrong={prospect.arrivedCents === undefined}
          isOff={!canApprove}
          onText={(arrived) => change({ arrived })}
          onEnter={askToApprove}
          onEscape={backToList}
        />
        <Declined transaction={deposit} />
        {deposit.openRequest !== null && <OpenRequest deposit={deposit} />}
        {isWaiting && deposit.openRequest === null && prospect.reasons.length > 0 && (
          <TakesTwo deposit={deposit} reasons={prospect.reasons} />
        )}
        <LateDeposits deposit={deposit} />
        <Sender deposit={deposit} />
        <Receipts deposit={deposit} />
        <Account
          deposit={deposit}
          chosen={draft.bankAccountId}
          fieldId={fieldId('bankAccountId')}
          isMissing={areGapsShown && prospect.missing.includes('bankAccountId')}
          isOff={!canApprove}
          onChoose={(bankAccountId) => change({ bankAccountId })}
        />
        {canApprove && (
          <Sighting
            deposit={deposit}
            draft={draft}
            isNeeded={prospect.needsSighting}
            missing={areGapsShown ? prospect.missing : []}
            fieldId={fieldId}
            isReferenceAsked={problem?.isReferenceUsed === true || draft.isReferenceUsedBefore}
            onChange={change}
            onEnter={askToApprove}
            onEscape={backToList}
          />
        )}
        <History deposit={deposit} />
        <DepositTimeline deposit={deposit} />
      </div>
      {problem !== undefined && (
        <div className={styles.problem}>
          <Note tone="rejected" title={t('desk.not_made')} isAlert>
            {problem.text}
          </Note>
        </div>
      )}
      <ActionBar
        deposit={deposit}
        amount={prospect.arrivedCents === undefined ? undefined : amount}
        isTwo={prospect.reasons.length > 0}
        isHeld={held}
        isUnknown={isUnknown}
        mayDecide={mayDecide}
        onApprove={askToApprove}
        onReject={() => open('reject')}
        onHold={() => open('hold')}
        onUnhold={() => void press(presses.unhold())}
        onOnBehalf={() => open('on_behalf')}
        onLateMoney={() => open('late_money')}
        onCorrect={() => open('correct')}
        onTakeOver={() => void take()}
      />
      {sheet?.kind === 'approve' && (
        <ApproveSheet
          deposit={sheet.deposit}
          draft={draft}
          prospect={prospect}
          isBusy={decisions.isBusy}
          onAct={() => void press(presses.approve())}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet?.kind === 'reject' && (
        <RejectSheet
          deposit={sheet.deposit}
          draft={draft}
          isBusy={decisions.isBusy}
          onAct={(input) => void press(presses.reject(input))}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet?.kind === 'hold' && (
        <HoldSheet
          deposit={sheet.deposit}
          isBusy={decisions.isBusy}
          onAct={(input) => void press(presses.hold(input))}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet?.kind === 'on_behalf' && (
        <OnBehalfSheet
          deposit={sheet.deposit}
          isBusy={decisions.isBusy}
          onAct={() => void press(presses.onBehalf())}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet?.kind === 'late_money' && (
        <LateMoneySheet
          deposit={sheet.deposit}
          isBusy={decisions.isBusy}
          onAct={(input) => void press(presses.lateMoney(input))}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet?.kind === 'correct' && (
        <CorrectSheet
          deposit={sheet.deposit}
          isBusy={decisions.isBusy}
          onAct={(input) => void press(presses.correct(input))}
          onClose={() => setSheet(null)}
        />
      )}
    </>
  );
}
