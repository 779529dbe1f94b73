import type { Command } from 'commander';
import { findCheckpoint } from '../../usecases/ledger/checkpoint.ts';
import type { CheckpointProblem } from '../../usecases/ledger/checkpoint.ts';
import { reSum } from '../../usecases/ledger/re-sum.ts';
import type { CheckedRule } from '../../usecases/ledger/re-sum.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { withBooks } from '../with-database.ts';
import type { Books } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { count, indented, timeText } from '../layout.ts';
import { fail, print } from '../output.ts';
import type { Output } from '../output.ts';

interface Options extends Output {
  full?: boolean;
}

export function addVerify(ledger: Command): void {
  defineCommand(ledger, {
    name: 'verify',
    description: 'add up the books anew, and compare with what is written',
    notes: [
      'It only reads. Ends with 1 and the differences if a rule is broken.',
      'It goes on where the last nightly run of the worker ended, which takes seconds. What the owner of the database changed in older\n' +
        'rows is found with --full alone, which takes minutes on a large ledger. The worker does that once a week.',
    ],
    examples: ['vezne ledger verify', 'vezne ledger verify --full'],
  })
    .option('--full', 'read everything, from the first entry on')
    .action(
      action(async (options: Options) => {
        await withBooks(async (books) => {
          const checkpoint = options.full === true ? undefined : await startOf(books);
          const { rules, transactions } = await reSum(books.pool, { since: checkpoint?.content });
          const broken = rules.filter(({ differences }) => differences.length > 0);
          const since = transactions === null ? null : (checkpoint?.takenAt ?? null);
          const scope =
            since === null
              ? 'Everything was read.'
              : `Went on from ${timeText(since)}: ${count(transactions ?? 0, 'transaction')} since then.`;
          print(options, { isIntact: broken.length === 0, since, transactions, rules }, [
            ...rules.flatMap(linesOf),
            scope,
          ]);
          if (broken.length > 0)
            fail(
              `THE BOOKS ARE BROKEN. ${count(broken.length, 'rule')} of ${rules.length} broken. ` +
                'Change nothing, keep a copy of the database, and find out what wrote the rows above.',
            );
        });
      }),
    );
}

const PROBLEMS: Readonly<Record<CheckpointProblem, string>> = {
  checkpoint_altered: 'is not what the audit log notes of it',
  checkpoint_not_noted: 'is not in the audit log',
  checkpoint_seal_broken: 'is covered by a seal that does not hold',
};

async function startOf(books: Books) {
  const { checkpoint, problem } = await findCheckpoint(books);
  if (problem === undefined) return checkpoint;
  throw new CommandError(
    `The last checkpoint of the books, ${problem.id}, ${PROBLEMS[problem.kind]}: somebody with all rights changed one of the two. ` +
      'Nothing was verified. Run: vezne ledger verify --full',
  );
}

function linesOf({ rule, differences }: CheckedRule): string[] {
  const rows = differences.map(({ subject, expected, found }) => [
    subject,
    `expected ${expected}`,
    `found ${found}`,
  ]);
  const told = indented(rows);
  return [`${differences.length === 0 ? 'holds ' : 'BROKEN'}  ${rule}`, ...told];
}
