/** The parts of docs/ledger.md that contain no figures. */

export const INTRODUCTION = `# The ledger

Double entry: a transfer takes a positive amount from one account (the debit) to another (the credit), so every posting
balances by construction. packages/domain/src/postings.ts is the only place that says which transfers an event makes.
Creating a transaction posts nothing. Which step of a transaction posts what is in [states.md](states.md).

This page and its pictures are written from the code by \`npm run docs\`, and every figure is computed by the functions that
the service itself posts with; a test holds them to that.
`;

export const TRANSFERS = `## Transfers and entries

A transfer has two entries, one on each side. Each account numbers its entries from 1 without a gap, and an entry carries the
balance after it. The number comes from the update of the account's row, which the transfer locks: ordered by their numbers,
the entries of an account are a chain, and the last one carries the account's balance. A transfer names its cause: a step of a
transaction, or an operation (settlement, top-up, internal transfer, bank fee, misdirected payout, adjustment), and each cause posts once.

Transactions are locked in the order of their ids, then accounts in the order of theirs: decisions that meet wait for
each other and never deadlock. Entries and transfers are never changed or removed: the roles of the database can't.
`;

export const BANK_MOVEMENTS = `## Real movements at banks

\`bank_movement\` holds each real movement of money at a bank once, whichever side knows of it first: our books (an approval,
an operation) or a line of the bank's statement. The other side attaches to it, which only one can, and posts nothing. A
movement with one side only is what the drift report shows: money that the bank saw and we did not, or the other way round.
`;

export const GUARANTEES = `## What holds, and the test that shows it

| guarantee | shown by |
|---|---|
| Every balance is the sum of its account's entries and the balance after the last of them; entry numbers have no gap; debits equal credits. | chaos/ledger-model.test.ts |
| After every command each bank account holds what really moved there, unallocated is what is open of refused money, what is in transit is on its way, and what is receivable is out: to the cent, by sums that know no postings. | chaos/ledger-model.test.ts |
| Of 20 ways out of the same refused money at the same moment, no more leaves than is open. | server/test/usecases/deposits/refused-money/returned.test.ts |
| Never more comes back of a misdirected payout than is out, however many people report it at once. | server/test/usecases/withdrawals/misdirected.test.ts |
| Each decision has one event, but for the rejection of late money, and the transfers of every event are what the postings say of it. | chaos/ledger-model.test.ts |
| Of several decisions that race for a transaction one wins, the others are told of a conflict, and it posts once and is told once. | chaos/decision-races.test.ts |
| Decisions that meet never deadlock. | chaos/decision-races.test.ts |
| Under any terms, a decision moves the partner's balance by just the balance impact that it announced. | packages/domain/test/postings.test.ts |
| This page says what the code does. | tools/test/docs-ledger.test.ts |

A job adds the books up again every night, from where the last run ended, and once a week all of them; \`vezne ledger verify --full\`
does that at any time ([decision 30](decisions/0030-verification-goes-on.md)). A difference raises an alarm and is never
repaired silently: a person finds out what happened, and what has to be posted is posted as an adjustment by two people.
`;
