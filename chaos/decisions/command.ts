import fc from 'fast-check';
import type { RequestEnd } from '../../server/src/db/write/requests/four-eyes-requests.ts';

/** A decision on a transaction. Which step it takes depends on what the operator sees at that moment. */
export interface DecisionCommand {
  kind: 'decide';
  target: number;
  /** A step of the usual path, another possible step, or any step at all. */
  direction: 'forward' | 'aside' | 'anything';
  /** Chooses one of the steps in that direction. */
  choice: number;
  actor: number;
  account: number;
  actualCents: bigint;
  /** Otherwise the operator decides on what they saw earlier. */
  looksAgain: boolean;
  /** Is sent together with the next command. */
  isGathered: boolean;
}

export const OPERATIONS = [
  'topped_up',
  'settled_to_partner',
  'bank_fee_charged',
  'internal_transfer_sent',
  'internal_transfer_arrived',
  'returned_to_sender',
  'internal_transfer_returned',
  'misdirected_sent',
  'misdirected_recovered',
  'written_off',
  'adjusted',
] as const;

export interface OperationCommand {
  kind: 'operate';
  operation: (typeof OPERATIONS)[number];
  partner: number;
  account: number;
  actor: number;
  amountCents: bigint;
  isGathered: boolean;
}

/**
 * A person ends a request that waits for a second person, or its time is over. The person who may do so does it, or one who may
 * not.
 */
export interface SecondPersonCommand {
  kind: 'second_person';
  end: RequestEnd | 'expired';
  request: number;
  by: 'whoever may' | 'whoever may not';
  /** The second person types the IBAN of a return as the first did, or another one. */
  iban: 'as the first' | 'another';
  actor: number;
  isGathered: boolean;
}

/** An operator enters money for a deposit that they think was decided before. */
export interface LateMoneyCommand {
  kind: 'late_money';
  target: number;
  actor: number;
  account: number;
  amountCents: bigint;
  /** It is money that was refused, or it is said to have come besides, or nothing is said of it. */
  saying: 'refused' | 'new' | 'nothing';
  isGathered: boolean;
}

export type Command = DecisionCommand | OperationCommand | SecondPersonCommand | LateMoneyCommand;

/** Above this amount, two people are needed. Some of the amounts below are higher, and some are not. */
export const FOUR_EYES_CENTS = 120_000n;

export const nat = fc.nat({ max: 1_000 });
/** Odd amounts, so commissions need rounding. */
export const amountCents = fc.bigInt({ min: 5_000n, max: 200_000n });

/** About three at a time. */
const isGathered = fc.constantFrom(true, true, false);

const decision = fc.record<DecisionCommand>({
  kind: fc.constant('decide'),
  target: nat,
  direction: fc.oneof(
    { weight: 5, arbitrary: fc.constant('forward' as const) },
    { weight: 2, arbitrary: fc.constant('aside' as const) },
    { weight: 1, arbitrary: fc.constant('anything' as const) },
  ),
  choice: nat,
  actor: nat,
  account: nat,
  actualCents: fc.oneof({ weight: 5, arbitrary: amountCents }, { weight: 1, arbitrary: fc.constant(0n) }),
  looksAgain: fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  isGathered,
});

const operation = fc.record<OperationCommand>({
  kind: fc.constant('operate'),
  // What needs an earlier mishap, and two people, seldom gets far, so that it is asked for more often.
  operation: fc.constantFrom(
    ...OPERATIONS,
    'misdirected_recovered' as const,
    'misdirected_recovered' as const,
    'returned_to_sender' as const,
  ),
  partner: nat,
  account: nat,
  actor: nat,
  amountCents: fc.oneof(
    { weight: 7, arbitrary: fc.bigInt({ min: 1n, max: FOUR_EYES_CENTS }) },
    { weight: 1, arbitrary: fc.bigInt({ min: FOUR_EYES_CENTS + 1n, max: 2n * FOUR_EYES_CENTS }) },
  ),
  isGathered,
});

const secondPerson = fc.record<SecondPersonCommand>({
  kind: fc.constant('second_person'),
  end: fc.oneof(
    { weight: 5, arbitrary: fc.constant('confirmed' as const) },
    { weight: 2, arbitrary: fc.constantFrom('withdrawn' as const, 'declined' as const, 'expired' as const) },
  ),
  request: nat,
  by: fc.oneof(
    { weight: 5, arbitrary: fc.constant('whoever may' as const) },
    { weight: 1, arbitrary: fc.constant('whoever may not' as const) },
  ),
  iban: fc.oneof(
    { weight: 3, arbitrary: fc.constant('as the first' as const) },
    { weight: 1, arbitrary: fc.constant('another' as const) },
  ),
  actor: nat,
  isGathered,
});

const lateMoney = fc.record<LateMoneyCommand>({
  kind: fc.constant('late_money'),
  target: nat,
  actor: nat,
  account: nat,
  amountCents,
  saying: fc.constantFrom('refused', 'refused', 'new', 'nothing'),
  isGathered,
});

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 22, arbitrary: decision },
  { weight: 7, arbitrary: operation },
  { weight: 8, arbitrary: secondPerson },
  { weight: 2, arbitrary: lateMoney },
);

const COMMANDS = 50;

export const commands: fc.Arbitrary<Command[]> = fc.array(command, {
  minLength: COMMANDS,
  maxLength: COMMANDS,
});
