/** How a change of settings is served: a press, a use case with the person as its actor, and what became of it. */
import type { ChangeAnswer, changePress } from '@vezne/contract/console/administration';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import { administer } from '../../../usecases/administration/act.ts';
import type { CredentialContext } from '../../../usecases/admin-context.ts';
import type { Performed } from '../../../usecases/four-eyes/act.ts';
import { RefusedError } from '../../../usecases/refusal.ts';
import type { RefusalCode } from '../../../usecases/refusal.ts';
import type { StaffContext } from '../../../usecases/staff/context.ts';
import { ConsoleError, consoleErrors } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { answerToRefusedWrite } from '../refused-write.ts';
import { consoleRoute } from '../route.ts';
import type { ConsoleCall } from '../route.ts';

type ChangeRoute = ConsoleRoute & {
  method: 'POST';
  permission: Exclude<ConsoleRoute['permission'], 'public'>;
  request: z.ZodType<z.output<typeof changePress>>;
  response: z.ZodType<ChangeAnswer>;
};

/** What an act at the console may need. It seals secrets when it is done, and not when it is asked for. */
type ActContext = CredentialContext & StaffContext;

/** Serves a route of `changeRoute`. `act` is a use case: it asks whether the person may, and whether it takes two. */
export function changeRoute<Route extends ChangeRoute>(
  app: FastifyInstance,
  dependencies: ConsoleDependencies,
  route: Route,
  act: (context: ActContext, call: Pick<ConsoleCall<Route>, 'id' | 'body'>) => Promise<Performed<object>>,
  /** What the answer says besides, of something that was done. */
  tell: (result: object) => object = () => ({}),
): void {
  const { origin: consoleUrl, sealing } = dependencies;
  const { pool } = dependencies.signIn;
  consoleRoute<ChangeRoute>(app, dependencies, route, async ({ request, session, id, body }) => {
    const press = { actor: personOf(session), pressId: body.pressId, note: body.note };
    // The body was read by this route's own schema.
    const call = { id, body } as Pick<ConsoleCall<Route>, 'id' | 'body'>;
    const performed = await answering(
      request,
      async () =>
        await administer<Performed<object>>(pool, press, {
          act: async (context) => await act({ ...context, ...sealing, consoleUrl }, call),
          doneBefore: { outcome: 'done', result: { isChanged: true } },
        }),
    );
    return { ...answerOf(performed), ...(performed.outcome === 'done' ? tell(performed.result) : {}) };
  });
}

function answerOf(performed: Performed<object>): ChangeAnswer {
  if (performed.outcome === 'asked') return { outcome: 'asked', requestId: performed.requestId };
  const { result } = performed;
  // Most say what differs; what says nothing of it has done something.
  const isChanged =
    'isChanged' in result ? result.isChanged === true : !('change' in result) || result.change !== undefined;
  return { outcome: 'done', isChanged };
}

/** What the address of a route names. */
const NOT_FOUND: ReadonlySet<RefusalCode> = new Set([
  'partner_not_found',
  'bank_account_not_found',
  'endpoint_not_found',
  'api_key_not_found',
  'block_not_found',
  'staff_not_found',
  'invitation_not_found',
]);

/** Whatever a use case refuses is answered with its code: the page has the sentence for each. */
export async function answering<Result>(
  request: FastifyRequest,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw answerToRefusedWrite(error, request) ?? error;
    const { code } = error.refusal;
    if (NOT_FOUND.has(code)) throw new ConsoleError('not_found');
    if (consoleErrors.expected(error) !== undefined) throw error;
    throw new ConsoleError('decision_refused', { refusal: code });
  }
}
