/** One press at the console that closes something, and how a test sees that it is closed. */
import assert from 'node:assert/strict';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import { until } from '../../../harness/expectations.ts';
import type { RouteName } from '../second-person/routes.ts';

/** A console, and the real processes that have to go by what is pressed there. */
export interface Cell {
  desk: ConsoleDesk;
  api: string;
}

export interface Sample {
  action: AuditAction;
  route: RouteName;
  /** What is closed, where the action closes several things. */
  what?: string;
  prepare: (cell: Cell) => Promise<Press>;
}

export interface Press {
  /** Of the subject, where the address names one. */
  id?: string;
  body?: object;
  /** Resolves when it can be seen that it is open. */
  opened: () => Promise<unknown>;
  /** Asked right after the press was answered. Resolves with how many ms after that answer it was still open. */
  stillOpenMs: () => Promise<number>;
  /** Puts back what other samples share. */
  restore?: () => Promise<unknown>;
}

/** What has closed stays closed. */
const ASKED_AFTERWARDS = 5;

/**
 * `ask` says `open`, or the code of a refusal. It was open until the moment in which the last request that was let through was sent: how
 * long a busy machine takes to answer does not count.
 */
export function asked(ask: () => Promise<string>, closed: string): Pick<Press, 'opened' | 'stillOpenMs'> {
  return {
    // A new partner is not known to the api at once.
    opened: async () => await until(ask, (answer) => answer === 'open'),
    async stillOpenMs() {
      const begin = performance.now();
      let lastMs = 0;
      await until(
        async () => {
          const askedMs = performance.now() - begin;
          const answer = await ask();
          if (answer === 'open') lastMs = askedMs;
          else assert.equal(answer, closed);
          return answer;
        },
        (answer) => answer === closed,
      );
      for (let count = 0; count < ASKED_AFTERWARDS; count += 1)
        assert.equal(await ask(), closed, 'it stays closed');
      return lastMs;
    },
  };
}
