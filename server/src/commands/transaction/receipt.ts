import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { findNewestReceipt } from '../../db/read/sender-details.ts';
import { toTransactionId } from '../../ids.ts';
import { AdminError } from '../../usecases/admin-error.ts';
import { action } from '../action.ts';
import { withBooks } from '../administration.ts';
import { STATEMENT_OPTIONS, transactionIdOf } from '../books-options.ts';
import { defineCommand } from '../define.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { getTransaction } from './show.ts';

interface Options extends Output {
  out: string;
}

export function addReceiptFile(transaction: Command): void {
  defineCommand(transaction, {
    name: 'receipt <id>',
    description: 'write the newest receipt that a player sent to a file',
    notes: [
      'The file comes from a stranger. It is a PNG, JPEG, WebP or PDF by its first bytes, and nothing more is known of it:\n' +
        'open it where it can do no harm. It is evidence of nothing: what counts is the statement of the bank.',
    ],
    examples: ['vezne transaction receipt txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --out receipt.pdf'],
  })
    .requiredOption('--out <file>', 'where to write it; a file that exists is left alone')
    .action(
      action(async (idText: string, options: Options) => {
        const id = transactionIdOf(idText);
        const { out } = options;
        await withBooks(async (books) => {
          await getTransaction(books, id);
          const receipt = await findNewestReceipt(books.pool, id, STATEMENT_OPTIONS);
          if (receipt === undefined)
            throw new AdminError(`${toTransactionId(id)} has no receipt. Its player has sent none.`);
          const { content, mediaType, receiptNo } = receipt;
          await writeNew(out, content);
          print(options, { file: out, receiptNo, mediaType, bytes: content.length }, [
            `Receipt ${receiptNo} (${mediaType}, ${content.length} bytes) is in ${out}.`,
          ]);
        });
      }),
    );
}

/** Never over another file, and for nobody else to read: it has a player's name and account in it. */
async function writeNew(file: string, content: Buffer): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new AdminError(
      `${file} could not be written (${String(error.code)}). Name a new file in a folder that is there.`,
    );
  }
}
