import type { Command } from 'commander';
import { reSumLedger } from '../../usecases/ledger/re-sum.ts';
import type { CheckedRule } from '../../usecases/ledger/re-sum.ts';
import { action } from '../action.ts';
import { withBooks } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { columns, count } from '../layout.ts';
import { fail, print } from '../output.ts';
import type { Output } from '../output.ts';

export function addVerify(ledger: Command): void {
  defineCommand(ledger, {
    name: 'verify',
    description: 'add up the books anew, and compare with what is written',
    notes: [
      'It only reads, and takes minutes on a large ledger. Ends with 1 and the differences if a rule is broken.',
    ],
    examples: ['vezne ledger verify'],
  }).action(
    action(async (options: Output) => {
      await withBooks(async ({ pool }) => {
        const rules = await reSumLedger(pool);
        const broken = rules.filter(({ differences }) => differences.length > 0);
        print(options, { isIntact: broken.length === 0, rules }, rules.flatMap(linesOf));
        if (broken.length > 0)
          fail(
            `THE BOOKS ARE BROKEN. ${count(broken.length, 'rule')} of ${rules.length} broken. ` +
              'Change nothing, keep a copy of the database, and find out what wrote the rows above.',
          );
      });
    }),
  );
}

function linesOf({ rule, differences }: CheckedRule): string[] {
  const rows = differences.map(({ subject, expected, found }) => [
    subject,
    `expected ${expected}`,
    `found ${found}`,
  ]);
  const told = columns(rows).map((line) => `  ${line}`);
  return [`${differences.length === 0 ? 'holds ' : 'BROKEN'}  ${rule}`, ...told];
}
