import { ALARMS } from './alarms.ts';
import { Answers } from './answers.ts';
import { Distribution, ITEMS, LAG_SECONDS, SECONDS, Tally } from './counts.ts';

/** What is done in batches. */
export const BATCHES = ['create', 'find', 'find_absent', 'decision'] as const;
export type BatchKind = (typeof BATCHES)[number];

/** What a batcher counts. */
export class BatchCounts {
  /** Items that wait for their batch. */
  queued = 0;
  readonly items = new Distribution(ITEMS);
  readonly seconds = new Distribution(SECONDS);
}

/** What became of a try to deliver a webhook. */
export const WEBHOOK_OUTCOMES = ['delivered', 'refused', 'failed', 'unanswered'] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/** Of these codes alert rules want to see the first one. */
const CODES_WITH_ALERTS = ['overloaded', 'internal_error', 'outcome_unknown'];

/** What the last look at the books has shown. */
export interface LedgerCheck {
  atMs: number;
  differences: number;
}

/** What this process has counted since its start. There is one of it, as there is one log: whoever counts needs nothing handed down. */
export const processCounts = {
  answers: new Answers(),
  /** Answers that are an error, by its code. */
  errors: new Tally(CODES_WITH_ALERTS),
  /** From a create's arrival at its batch to the row in the database. */
  createSeconds: new Distribution(SECONDS),
  /** From a decision's arrival to its result. */
  decisionSeconds: new Distribution(SECONDS),
  batches: {
    create: new BatchCounts(),
    find: new BatchCounts(),
    find_absent: new BatchCounts(),
    decision: new BatchCounts(),
  } satisfies Record<BatchKind, BatchCounts>,
  /** Lines with an alarm. */
  alarms: new Tally(ALARMS),
  connectionsCut: new Tally(),
  /** Statements that were run again because their outcome was not known. */
  databaseRetries: 0,
  webhookTries: new Tally(WEBHOOK_OUTCOMES),
  webhookTrySeconds: new Distribution(SECONDS),
  /** From the event to the moment when its endpoint took it. */
  webhookLagSeconds: new Distribution(LAG_SECONDS),
  webhooksParked: 0,
  jobsDone: new Tally(),
  jobsFailed: new Tally(),
  ledgerChecks: 0,
  lastLedgerCheck: undefined as LedgerCheck | undefined,
};

/** Counts a line of the log that is an alarm. A name that is not on the list is a mistake of ours, found by a test. */
export function countAlarm(alarm: string): void {
  processCounts.alarms.add((ALARMS as readonly string[]).includes(alarm) ? alarm : 'unlisted');
}
