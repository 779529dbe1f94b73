import type { Cents } from '@vezne/domain/money';
import type { SettlementAccount } from '../../db/read/partners/partners.ts';
import { isHeldUp } from '../../db/errors.ts';
import { isUuid } from '../../db/uuid.ts';
import { newId } from '../../ids.ts';
import type { OperationRequest } from '../../usecases/ledger/operation.ts';
import { postLedgerOperation } from '../../usecases/ledger/post.ts';
import type { PostedOperation } from '../../usecases/ledger/post.ts';
import { asDecider } from '../with-database.ts';
import type { Books } from '../with-database.ts';
import { CommandError } from '../command-error.ts';
import { checkedNote } from '../transaction-options.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { print } from '../output.ts';
import { settlementAccountText } from '../partner/settings-options.ts';
import { databaseProblem } from '../database-problem.ts';
import { askedLines } from '../request/asked-lines.ts';

/** The options of every command that posts. */
export interface PostOptions extends ChangeOptions {
  amount: Cents;
  note: string;
  bankBalance?: Cents;
  id?: string;
}

export const POST_AMOUNT_HELP = 'how much';
export const BANK_BALANCE_HELP = 'what the bank shows, when the books show too little';
export const POST_ID_HELP = 'the id of an earlier try whose outcome is not known';
export const POST_NOTE = 'Above the amount of vezne limits show it waits for a second person.';

/** Posts an operation, or explains how to continue when it needs a second person. */
export async function post(
  options: PostOptions,
  {
    request: requestOf,
    sentTo: sentToOf,
    lines,
  }: {
    request: (books: Books) => Promise<OperationRequest>;
    /** The account outside that the money is to be sent to. */
    sentTo?: (books: Books) => Promise<SettlementAccount | null>;
    lines: (operationId: string) => readonly string[];
  },
): Promise<void> {
  const note = checkedNote(options.note);
  const id = options.id ?? newId();
  if (!isUuid(id))
    throw new CommandError(
      `${id} is no id of an operation. Leave --id out, or give one that a command told you.`,
    );
  await asDecider(options, async (books) => {
    const request = await requestOf(books);
    const sentTo = (await sentToOf?.(books)) ?? null;
    const posted = await postLedgerOperation(books, { id, request, note, actor: books.actor }).catch(
      (error: unknown) => {
        // A lock that somebody keeps is known to have changed nothing.
        if (databaseProblem(error) === undefined || isHeldUp(error)) throw error;
        throw new CommandError(unknownText(id));
      },
    );
    const told =
      posted.outcome === 'posted'
        ? lines(posted.operationId)
        : [
            `You asked to post ${amountText(options.amount)}, which takes two people.`,
            ...askedLines(posted.requestId, 'operation', request.iban === undefined ? '' : ' --iban IBAN'),
          ];
    print(options, { ...posted, ...(sentTo === null ? {} : { sentTo }) }, [
      ...told,
      ...(posted.recordedBefore === undefined ? [] : [recordedText(id, posted.recordedBefore)]),
      ...(sentTo === null ? [] : [sentToText(posted, sentTo)]),
    ]);
  });
}

function recordedText(id: string, { by, note }: { by: string; note: string }): string {
  return `${id} was recorded before, by ${by}, with the note "${note}". That stands, and nothing was written now.`;
}

function sentToText({ outcome }: PostedOperation, sentTo: SettlementAccount): string {
  const when = outcome === 'posted' ? 'The money is' : 'Once it is confirmed, the money is';
  return `${when} to be sent to: ${settlementAccountText(sentTo)}`;
}

/** The same command line again would post a second time if the first attempt did succeed, so the text gives the id. */
function unknownText(id: string): string {
  return (
    "The database did not answer in time, and it isn't known whether this was posted. " +
    `Run the same command again with --id ${id}: then it is posted once, whatever became of this try.`
  );
}
