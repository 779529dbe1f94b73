import type { Credentials } from '../../server/test/harness/client.ts';

/** How requests are sent: on each connection after its last answer, or by the clock, whatever comes back and however late. */
export type Pace = { connections: number; seconds: number } & (
  | { kind: 'closed' }
  | { kind: 'open'; perSecond: number }
);

/** What a request is for. A repeat is a create that was answered with success before. */
export const KINDS = ['create', 'repeat', 'read', 'page'] as const;
export type Kind = (typeof KINDS)[number];

/** Orders from a test to the process of the partners. */
export type Order =
  | { kind: 'start'; url: string; partners: readonly Credentials[] }
  /** Answered with `driven`. */
  | { kind: 'drive'; pace: Pace };

/** A create that was answered with success. */
export interface Acknowledged {
  reference: string;
  transactionId: string;
  amountCents: number;
}

export interface Driven {
  seconds: number;
  sent: number;
  /** Requests whose turn came while every connection waited for an answer. */
  keptOut: number;
  /** Requests whose connection ended without an answer. */
  unanswered: number;
  /** Of each kind, how often each status came back. */
  statuses: Record<Kind, Record<string, number>>;
  /** Of answers with success, from the last byte of the request to the last byte of the answer. */
  successMs: Record<Kind, number[]>;
  acknowledged: Acknowledged[];
  /** References of creates that were refused. */
  refused: string[];
  /** What is wrong with answers, such as a repeat that got another transaction. At most a few. */
  problems: string[];
}

export type Report = { kind: 'ready' } | ({ kind: 'driven' } & Driven);
