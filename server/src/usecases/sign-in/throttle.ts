import { createHash } from 'node:crypto';
import { remainingWaitMs, withAnotherTry } from '@vezne/domain/sign-in-throttle';
import type { ThrottleSubject } from '../../db/sign-in-store.ts';
import { refused } from '../refusal.ts';
import type { Caller, SignInContext } from './context.ts';
import { transact } from './transact.ts';

/** What is guessed at. Whoever knows a password and guesses codes does not keep others from trying their passwords. */
export type Guessed = 'password' | 'second_factor';

export interface Try {
  /** The answer was right: this try counts no more. */
  wasRight(): Promise<void>;
}

/**
 * A try at somebody's password or second factor, which counts as wrong until it is said to be right. Refused while the person or the
 * network has to wait.
 *
 * Strangers who guess must not keep a person out. So whoever comes from a network where the person has signed in before is counted
 * apart from everybody else: the guesses of strangers don't touch that count.
 */
export async function beginTry(
  context: SignInContext,
  {
    guessed,
    handle,
    caller,
    isKnownNetwork,
  }: {
    guessed: Guessed;
    /** Absent where nobody is named: a passkey alone, or a link to enrol. */
    handle?: string | undefined;
    caller: Caller;
    isKnownNetwork: boolean;
  },
): Promise<Try> {
  const ofNetwork: ThrottleSubject = { kind: 'network', subject: subjectOf(caller.network) };
  const ofHandle: ThrottleSubject[] =
    handle === undefined
      ? []
      : [
          {
            kind: 'handle',
            subject: subjectOf(guessed, handle, ...(isKnownNetwork ? [caller.network] : [])),
          },
        ];
  await count(context, [ofNetwork, ...ofHandle]);
  return {
    async wasRight() {
      await transact(context, undefined, async (writes) => {
        for (const subject of ofHandle) await writes.forgetFailures(subject);
        await writes.takeBackTry(ofNetwork);
      });
    },
  };
}

async function count(context: SignInContext, subjects: readonly ThrottleSubject[]): Promise<void> {
  const { clock, throttleRules } = context;
  const nowMs = clock.nowMs();
  await transact(context, undefined, async (writes) => {
    const locked = await writes.lockFailures(subjects, new Date(nowMs));
    const waitMs = Math.max(
      ...locked.map(({ kind, failures }) => remainingWaitMs(throttleRules[kind], failures, nowMs)),
    );
    // Undoes the rows that were made to be locked. A try that is refused here is no guess: it doesn't make the wait longer.
    if (waitMs > 0) throw refused('throttled', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    for (const { failures, isNew, ...subject } of locked) {
      const before = isNew ? undefined : failures;
      await writes.writeFailures(subject, withAnotherTry(throttleRules[subject.kind], before, nowMs));
    }
  });
}

/** A hash, because people type their password into the field for their handle. */
function subjectOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
