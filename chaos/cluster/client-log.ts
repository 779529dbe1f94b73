/** What the partner, the operators and the receiver of webhooks saw, line by line. It is held against the database afterwards. */
import { createWriteStream, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Span } from './gaps.ts';

/** Times are those of the machine's clock, which the database shares. */
interface Answered {
  /** When it was sent, and for how long it took. */
  at: number;
  tookMs: number;
  /** 0: there was no answer. */
  status: number;
  /** The error's code, or why there was no answer. */
  code?: string;
}

/** One try to create. What was acknowledged has an id and a digest of the answer's bytes. */
export interface CreateLine extends Answered {
  kind: 'create';
  partnerId: string;
  reference: string;
  /** The player's id with the partner. */
  player: string;
  /** Of a withdrawal: where it is to go. */
  iban?: string;
  type: TransactionType;
  amountCents: number;
  /** From 1. The first one is that of a patient client. */
  attempt: number;
  api: number;
  id?: string;
  digest?: string;
}

/** What was acknowledged is asked for once more, with the same bytes. */
export interface RepeatLine extends Answered {
  kind: 'repeat';
  partnerId: string;
  reference: string;
  api: number;
  /** Whose: of the partner that is paused by now, they are answered by a look-up alone. */
  of: 'main' | 'paused';
  isSame?: boolean;
}

export interface PressLine extends Answered {
  kind: 'press';
  id: string;
}

export interface DecisionLine {
  kind: 'decision';
  at: number;
  id: string;
  /** What was decided, or `look-up` if it was not found. */
  trigger: string;
  outcome: 'made' | 'refused' | 'asked' | 'unknown';
  /** Of a refusal: its code. */
  why?: string;
}

export interface WebhookLine {
  kind: 'webhook';
  at: number;
  eventId: string;
  /** Why it is none of ours. */
  problem?: string;
  says?: { transactionId: string; event: string; reference: string; playerAmountCents: number };
}

export interface FaultLine {
  kind: 'fault';
  at: number;
  /** It was begun, is complete, and was mended; all nodes confirm again. */
  step: 'begun' | 'broken' | 'undone' | 'whole';
  name: string;
  /** The nodes that it happened to. */
  nodes?: string;
  /** Whether it was seen to be broken. */
  isFelt?: boolean;
  /** The primary had no standby for so long: nothing may be acknowledged. */
  alone?: Span;
  /** Of the database, before it and when all is whole again: each takeover begins another. */
  timeline?: number;
}

/** No more creates come. */
export interface LoadLine {
  kind: 'load';
  at: number;
  apis: number;
}

/** A create that was due and not sent: too many were waiting for an answer. */
export interface DroppedLine {
  kind: 'dropped';
  at: number;
}

/** What nobody took, however often it was sent. */
export interface GivenUpLine {
  kind: 'givenUp';
  at: number;
  act: 'create' | 'press' | 'decision';
  /** The create's reference, or the id of the transaction. */
  of: string;
  /** Of a decision: what it was refused for at last. */
  why?: string;
}

/** What a command said in the end that verifies everything, if it did not end well. */
export interface BooksLine {
  kind: 'books';
  at: number;
  command: string;
  said: string;
}

/** A process of the product ended. It should not. */
export interface EndLine {
  kind: 'end';
  at: number;
  process: string;
}

/** Said by a process in its own log: codes that it was given are in use. No partner hears of it. */
export interface CollisionLine {
  kind: 'collision';
  at: number;
  process: string;
}

/** An api says otherwise than before whether it is ready. */
export interface ReadyLine {
  kind: 'ready';
  at: number;
  api: number;
  status: number;
}

export type Line =
  | CreateLine
  | RepeatLine
  | PressLine
  | DecisionLine
  | WebhookLine
  | FaultLine
  | EndLine
  | CollisionLine
  | ReadyLine
  | LoadLine
  | DroppedLine
  | GivenUpLine
  | BooksLine;

export interface ClientLog {
  note(line: Line): void;
  close(): Promise<void>;
}

export function openClientLog(file: string): ClientLog {
  const stream = createWriteStream(file, { flags: 'a' });
  return {
    note: (line) => void stream.write(`${JSON.stringify(line)}\n`),
    async close() {
      stream.end();
      await finished(stream);
    },
  };
}

export function readClientLog(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
