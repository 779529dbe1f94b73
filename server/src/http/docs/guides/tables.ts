import { API_ERROR_CODES, API_ERRORS } from '@vezne/contract/partner/errors';
import { SIGNING_EXAMPLE } from '@vezne/contract/partner/examples';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { EVENT_TYPES, REASON_CODES, TRANSACTION_STATUSES } from '@vezne/domain/transaction-state';
import { durationText } from './facts.ts';
import type { Words } from './words/words.ts';

/** Tables that are made of the code, as Markdown. */
export const TABLES: Readonly<Record<string, (words: Words) => string>> = {
  statuses: ({ statuses, headings, never }) =>
    table(
      [headings.status, headings.ofDeposit, headings.ofWithdrawal],
      TRANSACTION_STATUSES.map((status) => [
        named(status),
        statuses[status].deposit,
        statuses[status].withdrawal ?? never,
      ]),
    ),
  reasons: ({ reasons, headings }) =>
    table(
      [headings.reason, headings.meaning],
      REASON_CODES.map((reason) => [named(reason), reasons[reason]]),
    ),
  events: ({ events, headings }) =>
    table(
      [headings.event, headings.means, headings.doThis],
      EVENT_TYPES.map((event) => [`\`${event}\``, events[event].means, events[event].doThis]),
    ),
  errors: ({ errors, headings }) =>
    table(
      [headings.code, 'HTTP', headings.cause, headings.remedy],
      API_ERROR_CODES.map((code) => [
        named(code),
        String(API_ERRORS[code].status),
        errors[code].cause,
        errors[code].remedy,
      ]),
    ),
  schedule: ({ headings, units }) => {
    let sinceMs = 0;
    return table(
      [headings.attempt, headings.wait, headings.sinceFirst],
      WEBHOOK_SCHEDULE_MS.map((waitMs, index) => {
        sinceMs += waitMs;
        return [String(index + 2), durationText(waitMs, units), roughly(sinceMs, units)];
      }),
    );
  },
  signing: ({ headings }) => {
    const { timestamp, method, path, body, hashSecret } = SIGNING_EXAMPLE;
    const rows = [timestamp, method, path, body, hashSecret].map((part, index) => [
      String(index + 1),
      `\`${part}\``,
    ]);
    return table([headings.part, headings.example], rows);
  },
};

/** A name that has its own anchor. */
function named(name: string): string {
  return `\`${name}\` {#${name}}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** To the second below a minute, to the minute below an hour, then to the hour. */
function roughly(ms: number, units: Words['units']): string {
  const stepMs = ms < MINUTE_MS ? 1_000 : ms < HOUR_MS ? MINUTE_MS : HOUR_MS;
  return durationText(Math.round(ms / stepMs) * stepMs, units);
}
