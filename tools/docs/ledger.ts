import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import type { AccountKind } from '@vezne/domain/accounts';
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { POSTING_KINDS } from '@vezne/domain/postings';
import type { PostingKind } from '@vezne/domain/postings';
import { Books, changeCents } from './books.ts';
import { EXAMPLES, playerAmounts } from './ledger-examples.ts';
import type { Example } from './ledger-examples.ts';
import { ASKED, OPENED_WITH, OPENING, RATE, RECEIVED, postingOf } from './ledger-transactions.ts';
import { BANK_MOVEMENTS, GUARANTEES, INTRODUCTION, TRANSFERS } from './ledger-text.ts';
import { ACCOUNT_WORDS, POSTING_WORDS, accountLabel } from './ledger-words.ts';
import { code, table } from './markdown.ts';

const OWNERS = { bank_account: 'each bank account', partner: 'each partner', house: 'the house' } as const;

/** docs/ledger.md, from the chart of accounts and the postings. */
export function ledgerDocument(): string {
  return [
    INTRODUCTION,
    chartSection(),
    TRANSFERS,
    entriesExample(),
    picturesSection(),
    postingsIntroduction(),
    ...POSTING_KINDS.map(postingSection),
    BANK_MOVEMENTS,
    GUARANTEES,
  ].join('\n');
}

function chartSection(): string {
  const kinds = Object.keys(ACCOUNT_KINDS) as AccountKind[];
  const rows = kinds.map((kind) => {
    const { owner, normalSide } = ACCOUNT_KINDS[kind];
    return [code(kind), OWNERS[owner], normalSide, ACCOUNT_WORDS[kind]];
  });
  return `## The chart of accounts

${table(['account', 'owner', 'normal side', 'meaning'], rows)}

A balance is kept in the account's normal sign: a debit raises a debit-normal account, a credit a credit-normal one. So a
deposit raises a bank account and raises what we owe the partner, and both read as positive numbers. Commission is kept for
each partner: one row for all would make every decision wait for every other.
`;
}

function entriesExample(): string {
  const books = new Books();
  const postings = [
    OPENING,
    ...(['authorise', 'approve'] as const).map((trigger) =>
      postingOf('withdrawal', trigger, 'deduct_from_amount'),
    ),
  ];
  const rows = postings.flatMap(({ kind, transfers }) =>
    books
      .post(transfers)
      .map(({ account, entryNo, amountCents, balanceAfterCents }) => [
        code(kind),
        accountLabel(account),
        String(entryNo),
        signed(amountCents),
        formatAmount(balanceAfterCents),
      ]),
  );
  return `A top-up of ${formatAmount(OPENED_WITH)} and a withdrawal of ${formatAmount(ASKED)} at ${RATE} in \`deduct_from_amount\`, entry by entry:

${table(['posted by', 'account', 'entry', 'amount', 'balance after'], rows, { figures: 3 })}\n`;
}

function picturesSection(): string {
  const rows = playerAmounts().map(({ mode, deposit, withdrawal, impact }) => [
    code(mode),
    deposit,
    withdrawal,
    impact,
  ]);
  return `## A deposit and a withdrawal in both modes

The commission is ${RATE}. The deposit was asked for as ${formatAmount(ASKED)} and ${formatAmount(RECEIVED)} arrived; the withdrawal is of
${formatAmount(ASKED)}. An arrow leads from the account that is debited to the one that is credited.

![The books of a deposit in both modes](images/ledger-deposit.svg)

![The books of a withdrawal in both modes](images/ledger-withdrawal.svg)

${table(['mode', 'deposit: credit to the player', 'withdrawal: paid to the player', 'withdrawal: balance impact'], rows, { figures: 3 })}
`;
}

function postingsIntroduction(): string {
  return `## Postings

Each example starts from books in which the partner \`P\` has paid ${formatAmount(OPENED_WITH)} into our bank account \`A\`, and from what the
transaction posted before.
`;
}

function postingSection(kind: PostingKind): string {
  return `### ${kind}\n\n${POSTING_WORDS[kind]}\n\n${EXAMPLES[kind].map(exampleText).join('\n')}`;
}

function exampleText({ title, earlier, posting }: Example): string {
  const books = new Books();
  for (const { transfers } of earlier) books.post(transfers);
  const transfers = posting.transfers.map(({ debit, credit, amountCents }) => [
    accountLabel(debit),
    accountLabel(credit),
    formatAmount(amountCents),
  ]);
  const changes = books
    .change(posting.transfers)
    .map((change) => [
      accountLabel(change.account),
      formatAmount(change.beforeCents),
      signed(changeCents(change)),
      formatAmount(change.afterCents),
    ]);
  return `**${title[0]?.toUpperCase()}${title.slice(1)}**

${table(['debit', 'credit', 'amount'], transfers, { figures: 1 })}

${table(['balance of', 'before', 'change', 'after'], changes, { figures: 3 })}
`;
}

function signed(amountCents: Cents): string {
  return `${amountCents > 0n ? '+' : ''}${formatAmount(amountCents)}`;
}
