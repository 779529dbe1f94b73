/** What is wrong and what to do, in a sentence for each. */
import type { Notice, Problem } from '../../usecases/status/problems.ts';
import type { QueueState } from '../../db/read/installation/service-queues.ts';
import { count } from '../layout.ts';
import { ageText, secondsText } from './age-text.ts';

const NO_PROCESS = {
  worker: 'No worker lives: nothing is delivered, sealed or expired. Start one: vezne worker',
  api: 'No api lives: partners get no answer, and players see no page. Start one: vezne api',
} as const;

export function problemText(problem: Problem, now: Date): string {
  switch (problem.code) {
    case 'database_does_not_confirm':
      return (
        `The database is there and confirms no commit: ${problem.reason} Nothing is created, decided or delivered until it does, and no ` +
        'process can be seen. Nothing needs a restart. See "The database confirms nothing" in docs/runbook.md.'
      );
    case 'disk_full':
      return (
        'The disk of the database is full: no table can grow, so nothing is created or decided. ' +
        'See "A disk fills" in docs/runbook.md.'
      );
    case 'database_commits_alone':
      return (
        `Commits wait for no standby (synchronous_standby_names is empty), and ${problem.expected} should confirm them: what is acknowledged ` +
        'now is on one machine. See "Commits wait for nobody" in docs/runbook.md.'
      );
    case 'standbys_missing':
      return (
        `${problem.confirming} of ${count(problem.expected, 'standby', 'standbys')} ${problem.confirming === 1 ? 'confirms' : 'confirm'} commits. ` +
        'See "A standby is behind" in docs/runbook.md.'
      );
    case 'standbys_unseen':
      return (
        `How many standbys confirm commits can't be seen, and ${problem.expected} should. ` +
        "As a superuser: grant pg_read_all_stats to the database's owner."
      );
    case 'no_process':
      return NO_PROCESS[problem.kind];
    case 'dead_process': {
      const { kind, host, pid, seenAt } = problem.process;
      return (
        `The ${kind} ${pid} on ${host} is dead, or cut off from the database: it was last seen ${ageText(seenAt, now)} ago. ` +
        'Read its log, and start it again.'
      );
    }
    case 'late_endpoint': {
      const { partnerName, host, oldestSince, pending, endpointId } = problem.endpoint;
      return (
        `${partnerName} at ${host} has not taken ${count(pending, 'event')}, the oldest for ${ageText(oldestSince, now)}. ` +
        `See what it answers: vezne webhook show ${endpointId}`
      );
    }
    case 'unsealed_audit_entries':
      return (
        `${many(problem.queue, 'audit entry', 'audit entries')} not sealed, the oldest for ${oldest(problem.queue, now)}. ` +
        'Look for job_failed of seal_audit_log in the log of the workers.'
      );
    case 'parked_webhooks':
      return (
        `${many(problem.queue, 'webhook')} given up: the partner was not told. ` +
        'When its receiver works again: vezne webhook replay ENDPOINT --parked'
      );
    case 'connections_short':
      return (
        `${problem.connections} of ${problem.maxConnections} connections to the database are in use. ` +
        'Look who has them (pg_stat_activity), or raise max_connections.'
      );
    case 'database_does_not_archive':
      return (
        `The database has archived nothing for ${secondsText(problem.seconds)}: no backup has what came since, and its log ` +
        'fills the disk. See "The log is not archived" in docs/runbook.md.'
      );
    case 'standby_behind':
      return `A standby is ${Math.round(problem.seconds)} s behind. Look at its disk and its network.`;
    case 'open_alarm': {
      const { name, process, lastAt } = problem.alarm;
      return (
        `The alarm ${name} was raised by ${process}, ${times(problem.alarm.count)}, last ${ageText(lastAt, now)} ago. ` +
        `Look for it in docs/runbook.md.`
      );
    }
  }
}

export function noticeText(notice: Notice, now: Date): string {
  switch (notice.code) {
    case 'late_deposits':
      return `${many(notice.queue, 'deposit')} for an operator, the oldest for ${oldest(notice.queue, now)}.`;
    case 'late_payouts':
      return `${many(notice.queue, 'payout')} for an operator, the oldest for ${oldest(notice.queue, now)}.`;
    case 'paused_endpoint': {
      const { partnerName, host, oldestSince, pending, endpointId } = notice.endpoint;
      return (
        `${partnerName} at ${host} is paused and has ${count(pending, 'event')} to come, the oldest for ` +
        `${ageText(oldestSince, now)}. To go on: vezne webhook resume ${endpointId}`
      );
    }
    case 'versions_differ':
      return `Processes of ${notice.versions.length} versions run: ${notice.versions.join(', ')}.`;
  }
}

/** `1 webhook is`, `at least 10000 webhooks are`. */
function many({ count: quantity, hasMore }: QueueState, noun: string, plural = `${noun}s`): string {
  const verb = quantity === 1 ? VERBS[noun]?.[0] : VERBS[noun]?.[1];
  return `${hasMore ? 'At least ' : ''}${count(quantity, noun, plural)} ${verb ?? ''}`;
}

const VERBS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  deposit: ['waits', 'wait'],
  payout: ['waits', 'wait'],
  webhook: ['was', 'were'],
  'audit entry': ['is', 'are'],
};

function oldest({ oldestSince }: QueueState, now: Date): string {
  return oldestSince === null ? 'a moment' : ageText(oldestSince, now);
}

function times(quantity: number): string {
  return quantity === 1 ? 'once' : `${quantity} times`;
}
