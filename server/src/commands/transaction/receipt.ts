import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readReceipt } from '../../usecases/transactions/read-receipt.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { asDecider } from '../with-database.ts';
import { transactionIdOf } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { wholeNumber } from '../option-values.ts';
import { print } from '../output.ts';
import { getTransaction } from './show.ts';

interface Options extends ChangeOptions {
  number?: number;
  out: string;
}

export function addReceiptFile(transaction: Command): void {
  const id = 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f708';
  defineChange(transaction, {
    name: 'receipt <id>',
    description: 'write a receipt that a player sent to a file',
    notes: [
      'The file comes from a stranger. It is a PNG, JPEG, WebP or PDF by its first bytes, and nothing more is known of it:\n' +
        'open it where it can do no harm. It is evidence of nothing: what counts is the statement of the bank.',
      'The audit log keeps who has read which receipt.',
    ],
    examples: [
      `vezne transaction receipt ${id} --out receipt.pdf`,
      `vezne transaction receipt ${id} --number 1 --out first.pdf`,
    ],
  })
    .option(
      '--number <number>',
      'which one, as vezne transaction show counts them (default: the newest)',
      wholeNumber,
    )
    .requiredOption('--out <file>', 'where to write it; a file that exists is left alone')
    .action(
      action(async (idText: string, options: Options) => {
        const { out, number: receiptNo } = options;
        const transactionId = transactionIdOf(idText);
        await asDecider(options, async (books) => {
          await getTransaction(books, transactionId);
          const receipt = await readReceipt(books, { transactionId, receiptNo });
          const { content, mediaType } = receipt;
          await writeNew(out, content);
          print(options, { file: out, receiptNo: receipt.receiptNo, mediaType, bytes: content.length }, [
            `Receipt ${receipt.receiptNo} (${mediaType}, ${content.length} bytes) is in ${out}.`,
          ]);
        });
      }),
    );
}

/** Never overwrites a file. Only the owner can read the new one: it contains a player's name and account. */
async function writeNew(file: string, content: Buffer): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CommandError(
      `${file} could not be written (${String(error.code)}). Name a new file in a folder that is there.`,
    );
  }
}
