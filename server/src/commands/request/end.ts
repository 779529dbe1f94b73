import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { plainValues } from '../../usecases/plain-values.ts';
import { asDecider } from '../with-database.ts';
import type { ChangeOptions } from '../define-command.ts';
import { readNames } from '../names.ts';
import { print } from '../output.ts';
import { requestText, requestValues } from './request-text.ts';
import { getRequest } from './show.ts';

/** Ends a request by confirming or withdrawing it, and reports what happened to the requested action. */
export async function end(
  idText: string,
  options: ChangeOptions,
  run: (pool: pg.Pool, request: { id: string; actor: Person }) => Promise<void>,
): Promise<void> {
  await asDecider(options, async ({ actor, ...books }) => {
    const { id } = await getRequest(books, idText);
    await run(books.pool, { id, actor });
    const request = await getRequest(books, id);
    const what = requestText(request, await readNames(books.db));
    const done =
      request.status === 'confirmed' ? 'confirmed, and it is done' : 'withdrawn, and nothing was done';
    print(options, plainValues({ request: requestValues(request) }), [
      `The request of ${request.askedBy} is ${done}.`,
      `  ${what}`,
    ]);
  });
}
