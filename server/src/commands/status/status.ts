import type { Command } from 'commander';
import { TimeoutError, withTimeout } from '../../concurrency/timeout.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { noticesOf, problemsOf } from '../../usecases/status/problems.ts';
import type { AroundState } from '../../usecases/status/problems.ts';
import { readServiceState } from '../../usecases/status/service-state.ts';
import type { ServiceState } from '../../usecases/status/service-state.ts';
import { isDiskFull, whyUnconfirmed } from '../../usecases/status/unconfirmed.ts';
import { action } from '../action.ts';
import { completeCommand } from '../define-command.ts';
import { count } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { bad, good } from '../terminal.ts';
import { withStatusReader } from '../with-database.ts';
import { noticeText, problemText } from './problem-texts.ts';
import { stateLines } from './state-lines.ts';
import { unconfirmedReason, unreadBecause } from './unread.ts';
import type { Unread } from './unread.ts';

/** A connection has five seconds, what it reads three, and a commit two. */
const WITHIN_MS = 10_000;

export function defineStatus(status: Command): void {
  completeCommand(status, {
    notes: [
      'Ends with 0 if nothing is wrong and with 1 if something is, so it can be a check. What follows "note" is no fault of the\nservice and does not count.',
      'It writes nothing, and takes milliseconds however long the history is. If no process was seen for five seconds, it asks the\ndatabase to confirm a commit of nothing, and waits for two seconds.',
      'Without VEZNE_ADMIN_DATABASE_URL it uses VEZNE_WORKER_DATABASE_URL: a check needs no right to decide.',
    ],
    examples: ['vezne status', 'vezne status --json'],
  }).action(
    action(async (output: Output) => {
      try {
        await withTimeout(
          WITHIN_MS,
          withStatusReader(async ({ pool, expectedStandbys }) => {
            const state = await readServiceState(pool);
            const error = await whyUnconfirmed(pool, state);
            const unconfirmedBecause = error === undefined ? undefined : unconfirmedReason(error);
            printState(output, state, {
              expectedStandbys,
              unconfirmedBecause,
              isDiskFull: error === undefined && (await isDiskFull(pool)),
            });
          }),
        );
      } catch (error) {
        printUnread(output, unreadBecause(error));
        // Something still waits for the database, and would keep the command from ending.
        if (error instanceof TimeoutError) process.stdout.write('', () => process.exit(1));
      }
    }),
  );
}

function printState(output: Output, state: ServiceState, around: AroundState): void {
  const problems = problemsOf(state, around).map((problem) => ({
    code: problem.code,
    text: problemText(problem, state.readAt),
  }));
  const notices = noticesOf(state).map((notice) => ({
    code: notice.code,
    text: noticeText(notice, state.readAt),
  }));
  const isHealthy = problems.length === 0;
  print(output, plainValues({ isHealthy, problems, notices, ...state }), [
    isHealthy ? good('Nothing is wrong.') : bad(`${count(problems.length, 'problem')}:`),
    ...problems.map(({ text }) => `  ${text}`),
    ...notices.map(({ text }) => `  note: ${text}`),
    '',
    ...stateLines(state, around),
  ]);
  if (!isHealthy) process.exitCode = 1;
}

function printUnread(output: Output, { code, text }: Unread): void {
  print(output, { isHealthy: false, problems: [{ code, text }], notices: [] }, [
    bad('1 problem:'),
    `  ${text}`,
  ]);
  process.exitCode = 1;
}
