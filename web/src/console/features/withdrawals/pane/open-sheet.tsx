import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { useState } from 'react';
import type { PressResult } from '../../desk/decisions.ts';
import { CorrectSheet, MisdirectSheet, ReturnSheet } from '../decide/after-sheets.tsx';
import { AuthoriseSheet } from '../decide/authorise-sheet.tsx';
import { HandOverSheet, RejectSheet, ReleaseSheet } from '../decide/back-sheets.tsx';
import { PartSheet, PaySheet } from '../decide/pay-sheet.tsx';
import type { usePresses } from '../decide/presses.ts';
import { TakeSheet } from '../decide/take-sheet.tsx';
import { leftOf } from './sending.ts';
import type { Sending } from './sending.ts';

export type SheetKind =
  | 'take'
  | 'authorise'
  | 'pay'
  | 'release'
  | 'reject'
  | 'hand_over'
  | 'return'
  | 'correct'
  | 'misdirect';

/** The sheet over a payout. */
export function OpenSheet({
  kind,
  payout,
  sending: sendingNow,
  isBalanceAsked: isAskedNow,
  isBusy,
  presses,
  onPress,
  onClose,
}: {
  kind: SheetKind;
  /** As the person saw it when they opened the sheet. */
  payout: PayoutDetail;
  sending: Sending;
  /** The books don't cover it, as a refusal said. */
  isBalanceAsked: boolean;
  isBusy: boolean;
  presses: ReturnType<typeof usePresses>;
  onPress: (pressing: Promise<PressResult>) => void;
  onClose: () => void;
}) {
  // As it was when it was opened: what the question says is what is sent.
  const [{ sending, isBalanceAsked }] = useState({ sending: sendingNow, isBalanceAsked: isAskedNow });
  const sheet = { payout, isBusy, onClose };
  switch (kind) {
    case 'take':
      return <TakeSheet {...sheet} onAct={(id) => onPress(presses.take(id))} />;
    case 'authorise':
      return (
        <AuthoriseSheet
          {...sheet}
          isBalanceAsked={isBalanceAsked}
          onAct={(balance) => onPress(presses.authorise(balance))}
        />
      );
    case 'pay':
      if (sending.kind === 'gap') return null;
      if (sending.kind === 'part')
        return (
          <PartSheet
            {...sheet}
            sent={sending.sent}
            leftCents={leftOf(payout)}
            onAct={() => onPress(presses.part(sending.sent))}
          />
        );
      return (
        <PaySheet
          {...sheet}
          sent={sending.kind === 'whole' ? sending.sent : null}
          onAct={() => onPress(presses.approve(sending.kind === 'whole' ? sending.sent : null))}
        />
      );
    case 'release':
      return <ReleaseSheet {...sheet} onAct={() => onPress(presses.release())} />;
    case 'reject':
      return <RejectSheet {...sheet} onAct={(input) => onPress(presses.reject(input))} />;
    case 'hand_over':
      return <HandOverSheet {...sheet} onAct={() => onPress(presses.handOver())} />;
    case 'return':
      return <ReturnSheet {...sheet} onAct={(input) => onPress(presses.returnPayout(input))} />;
    case 'correct':
      return <CorrectSheet {...sheet} onAct={(input) => onPress(presses.correct(input))} />;
    case 'misdirect':
      return <MisdirectSheet {...sheet} onAct={(input) => onPress(presses.misdirect(input))} />;
  }
}
