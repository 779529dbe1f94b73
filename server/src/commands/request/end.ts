import { readConsoleUrl, readPortalUrl } from '../../config/addresses.ts';
import type { ConfirmContext } from '../../usecases/confirmation/prepared.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { asDecider, checkedIssuer } from '../with-database.ts';
import type { ChangeOptions } from '../define-command.ts';
import { readNames } from '../names.ts';
import { print } from '../output.ts';
import { requestText, requestValues } from './request-text.ts';
import { resultTold } from './result-told.ts';
import { getRequest } from './show.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  confirmed: 'confirmed, and it is done',
  declined: 'declined, and nothing was done',
  withdrawn: 'withdrawn, and nothing was done',
};

/** Ends a request, and reports what happened to what was asked. */
export async function end(
  idText: string,
  options: ChangeOptions,
  run: (context: ConfirmContext, id: string) => Promise<unknown>,
): Promise<void> {
  await asDecider(options, async ({ actor, ...books }) => {
    const { id } = await getRequest(books, idText);
    const result = await run(
      {
        ...books,
        actor,
        issuer: await checkedIssuer(books),
        consoleUrl: readConsoleUrl,
        portalUrl: readPortalUrl,
      },
      id,
    );
    const request = await getRequest(books, id);
    const what = requestText(request, await readNames(books.db));
    const told = request.status === 'confirmed' ? await resultTold(books, request, result) : undefined;
    print(
      options,
      { ...plainValues({ request: requestValues(request) }), ...(told && { result: told.values }) },
      [
        `The request of ${request.askedBy} is ${ENDINGS[request.status]}.`,
        `  ${what}`,
        ...(told?.lines ?? []),
      ],
    );
  });
}
