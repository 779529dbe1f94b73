import * as contract from '@vezne/contract/console/requests';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusedError } from '../../../usecases/refusal.ts';
import {
  confirmAtConsole,
  createRequestDesk,
  declineAtConsole,
  withdrawAtConsole,
} from '../../../usecases/request-desk/end.ts';
import { countToConfirm, listRequests, readRequest } from '../../../usecases/request-desk/read.ts';
import { shownLink } from '../administration/staff/shown.ts';
import { ConsoleError, consoleErrors } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { answerToRefusedWrite } from '../refused-write.ts';
import { consoleRoute } from '../route.ts';
import { shownRequest, shownRow } from './shown.ts';

/** What waits for a second person. */
export function requestRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  const desk = createRequestDesk(dependencies.signIn, { ...dependencies, consoleUrl: dependencies.origin });
  consoleRoute(app, dependencies, contract.listRequests, async ({ session }) => {
    const viewer = personOf(session);
    const { open, ended } = await listRequests(pool, viewer);
    return {
      open: open.map((one) => shownRow(one, viewer)),
      ended: ended.map((one) => shownRow(one, viewer)),
    };
  });
  consoleRoute(app, dependencies, contract.countMyRequests, async ({ session }) => ({
    toConfirm: await countToConfirm(pool, personOf(session)),
  }));
  consoleRoute(app, dependencies, contract.getRequest, async ({ request, session, id }) => {
    const viewer = personOf(session);
    return await answering(request, async () => shownRequest(await readRequest(desk, id, viewer), viewer));
  });
  consoleRoute(app, dependencies, contract.confirmRequest, async ({ request, session, id, body }) => {
    const { marksRead, senderIban } = body;
    const pressed = { id, actor: personOf(session), marksRead, senderIban };
    const { enrolment, credentials, webhookSecret } = await answering(
      request,
      async () => await confirmAtConsole(desk, pressed),
    );
    return {
      status: 'confirmed' as const,
      enrolment: enrolment === undefined ? null : shownLink(enrolment),
      credentials: credentials ?? null,
      webhookSecret: webhookSecret ?? null,
    };
  });
  consoleRoute(app, dependencies, contract.declineRequest, async ({ request, session, id, body }) => {
    const pressed = { id, actor: personOf(session), reason: body.reason };
    await answering(request, async () => await declineAtConsole(desk, pressed));
    return { status: 'declined' as const };
  });
  consoleRoute(app, dependencies, contract.withdrawRequest, async ({ request, session, id }) => {
    await answering(request, async () => await withdrawAtConsole(desk, { id, actor: personOf(session) }));
    return { status: 'withdrawn' as const };
  });
}

/** Whatever a request asks for may be refused by its own use case, and the page has the sentence for each code. */
async function answering<Result>(request: FastifyRequest, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw answerToRefusedWrite(error, request) ?? error;
    const { code } = error.refusal;
    if (code === 'request_not_found') throw new ConsoleError('not_found');
    // Of a transaction that is gone the page says so, as of anything else that has changed.
    if (code !== 'transaction_not_found' && consoleErrors.expected(error) !== undefined) throw error;
    throw new ConsoleError('decision_refused', { refusal: code });
  }
}
