import type { Command } from 'commander';
import { findFourEyesRequest } from '../../db/read/four-eyes-requests.ts';
import type { FourEyesRequest } from '../../db/read/four-eyes-requests.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { refused } from '../../usecases/refusal.ts';
import { action } from '../action.ts';
import { withBooks } from '../with-database.ts';
import type { Books } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { indented, timeText } from '../layout.ts';
import { readNames } from '../names.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { outlookLines, outlookOf, requestText, requestValues } from './request-text.ts';

export function addShow(request: Command): void {
  defineCommand(request, {
    name: 'show <id>',
    description: 'all about one request: who asks for what, and what the books get if it is confirmed',
    examples: ['vezne request show 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708'],
  }).action(
    action(async (id: string, options: Output) => {
      await withBooks(async (books) => {
        const found = await getRequest(books, id);
        const names = await readNames(books.db);
        const outlook = found.status === 'open' ? await outlookOf(books, found) : undefined;
        print(
          options,
          plainValues({
            request: requestValues(found),
            refused: outlook?.refusal?.code ?? null,
            posting: outlook?.posting ?? null,
          }),
          [
            `Request ${found.id}`,
            ...indented([['what', requestText(found, names)], ...peopleRows(found)]),
            ...(outlook === undefined ? [] : outlookLines(outlook, found.id, names)),
          ],
        );
      });
    }),
  );
}

/** The request with this id; fails with a sentence when there is none. */
export async function getRequest({ db }: Pick<Books, 'db'>, id: string): Promise<FourEyesRequest> {
  const found = await findFourEyesRequest(db, id);
  if (found !== undefined) return found;
  throw refused('request_not_found', { requestId: id });
}

function peopleRows({ note, askedBy, askedAt, status, decidedBy, decidedAt }: FourEyesRequest): string[][] {
  return [
    ['note', note],
    ['asked', `${timeText(askedAt)} by ${askedBy}`],
    ['status', decidedAt === null ? status : `${status} ${timeText(decidedAt)} by ${decidedBy}`],
  ];
}
