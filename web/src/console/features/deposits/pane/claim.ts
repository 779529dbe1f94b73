import { claimDeposit, releaseDeposit } from '@vezne/contract/console/deposit-decisions';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { useEffect, useRef } from 'react';
import { api } from '../../../../shared/api/api.ts';
import { codeOf } from '../../../../shared/api/api-error.ts';

/** Half of the time that a claim lasts, so that one is never lost to a slow answer. */
const EXTEND_MS = 45_000;
const ACTIVITY = ['keydown', 'pointermove', 'pointerdown', 'wheel'] as const;

/**
 * Claims a deposit while it is open here. A claim goes on only while somebody does something: a page that was left alone lets go.
 * `onTaken`: somebody else has it.
 */
export function useClaim({
  id,
  isWanted,
  isDecided,
  onClaimed,
  onTaken,
}: {
  id: string;
  isWanted: boolean;
  /** A decision ends the claim by itself. */
  isDecided: (id: string) => boolean;
  onClaimed: (claim: NonNullable<DepositDetail['claim']>) => void;
  onTaken: () => void;
}): void {
  const newest = useRef({ isDecided, onClaimed, onTaken });
  useEffect(() => {
    newest.current = { isDecided, onClaimed, onTaken };
  });
  useEffect(() => {
    if (!isWanted) return;
    let isActive = false;
    let isClosed = false;
    const claim = async (): Promise<void> => {
      try {
        const { claim: own } = await api(claimDeposit, { params: { id }, body: {} });
        if (!isClosed) newest.current.onClaimed(own);
      } catch (error) {
        // Anything else is tried again with the next extension; a decision does not need the claim.
        if (!isClosed && codeOf(error) === 'deposit_claimed') newest.current.onTaken();
      }
    };
    const onActivity = (): void => {
      isActive = true;
    };
    void claim();
    for (const kind of ACTIVITY) globalThis.addEventListener(kind, onActivity, { passive: true });
    const timer = setInterval(() => {
      if (isActive) void claim();
      isActive = false;
    }, EXTEND_MS);
    return () => {
      isClosed = true;
      clearInterval(timer);
      for (const kind of ACTIVITY) globalThis.removeEventListener(kind, onActivity);
      // It would end by itself; the next person need not wait for that.
      if (!newest.current.isDecided(id)) void api(releaseDeposit, { params: { id } }).catch(() => undefined);
    };
  }, [id, isWanted]);
}

/** Tells whoever had it open that somebody took it: the buttons below change, and nobody should wonder why. */
export function useTellLost({ claim, status }: DepositDetail, tell: (name: string) => void): void {
  const mineUntilMs = useRef(0);
  const ownUntilMs = claim?.isMine === true ? Date.parse(claim.until) : undefined;
  const taker = claim !== null && !claim.isMine && status === 'waiting_confirmation' ? claim.name : undefined;
  useEffect(() => {
    // Whoever opens it after its time has taken nothing from anybody.
    if (taker !== undefined && Date.now() < mineUntilMs.current) tell(taker);
    mineUntilMs.current = ownUntilMs ?? 0;
    // oxlint-disable-next-line react/exhaustive-deps -- it is told once, not with every drawing
  }, [ownUntilMs, taker]);
}

/** From somebody else, which is written down. */
export async function takeOver(id: string): Promise<void> {
  await api(claimDeposit, { params: { id }, body: { takeOver: true } });
}
