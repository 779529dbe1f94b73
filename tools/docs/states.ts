import { REASON_CODES, TRANSACTION_TYPES, TRANSITIONS } from '@vezne/domain/transaction-state';
import type {
  ReasonCode,
  TransactionState,
  TransactionType,
  Transition,
} from '@vezne/domain/transaction-state';
import { REJECTION_REASONS } from '@vezne/domain/rejection';
import { transitionPosting } from '@vezne/domain/postings';
import { exampleTransaction } from './ledger-transactions.ts';
import { code, table } from './markdown.ts';
import { REASON_WORDS, STEP_WORDS, TRIGGER_WORDS } from './states-words.ts';
import { STATE_RULES } from './states-rules.ts';

const INTRODUCTION = `# States

What a deposit and a withdrawal go through. The table \`TRANSITIONS\` in packages/domain/src/transaction-state.ts is the only
list of edges: a decision is a guarded update from the state it expects, so of several that race one wins and the others are
told of a conflict. What a step posts is worked out in [ledger.md](ledger.md).

This page and its pictures are written from the code by \`npm run docs\`; a test holds them to that.
`;

/** docs/states.md, from the table of transitions. */
export function statesDocument(): string {
  return [
    INTRODUCTION,
    ...TRANSACTION_TYPES.map(sectionOf),
    triggersSection(),
    reasonsSection(),
    STATE_RULES,
  ].join('\n');
}

function sectionOf(type: TransactionType): string {
  const rows = TRANSITIONS.filter((edge) => edge.type === type).map((edge) => [
    edge.from === null ? '' : stateName(edge.from),
    code(edge.trigger),
    TRIGGER_WORDS[edge.trigger].who,
    stateName(edge.to),
    edge.event === null ? '' : code(edge.event),
    postingLink(edge),
  ]);
  return `## ${type === 'deposit' ? 'Deposits' : 'Withdrawals'}

![The states of a ${type}](images/states-${type}.svg)

${table(['from', 'trigger', 'who does it', 'to', 'event', 'posts'], rows)}
`;
}

function stateName({ status, stage }: TransactionState): string {
  return stage === null ? code(status) : `${code(status)}, ${code(stage)}`;
}

function postingLink(edge: Transition): string {
  const kind = transitionPosting(edge, exampleTransaction(edge.type, 'deduct_from_amount'))?.kind;
  if (kind === undefined) return '';
  const link = `[${code(kind)}](ledger.md#${kind})`;
  return kind === 'deposit_refused' ? `${link}, if money was seen` : link;
}

function triggersSection(): string {
  const triggers = Object.entries(TRIGGER_WORDS).map(([trigger, { what }]) => [code(trigger), what]);
  const steps = Object.entries(STEP_WORDS).map(([step, { who, what }]) => [code(step), who, what]);
  return `## Triggers

${table(['trigger', 'what happens'], triggers)}

The history of a transaction records each of them, and two steps more that leave the state as it is:

${table(['step', 'who does it', 'what happens'], steps)}
`;
}

function reasonsSection(): string {
  const rows = REASON_CODES.map((reason) => [code(reason), REASON_WORDS[reason], rejectedWith(reason)]);
  return `## Reasons

A rejection carries one of these as \`reasonCode\`. The list is closed.

${table(['reason', 'meaning', 'a person may reject with it'], rows)}

The reasons that no person gives come with their step: expiry, a partner's cancellation, a returned payout.
`;
}

function rejectedWith(reason: ReasonCode): string {
  return TRANSACTION_TYPES.filter((type) => REJECTION_REASONS[type].includes(reason))
    .map((type) => `${type}s`)
    .join(', ');
}
