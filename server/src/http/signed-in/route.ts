import { fieldProblems } from '@vezne/contract/fields/field-problems';
import type { SurfaceRoute } from '@vezne/contract/sign-in/route';
import { ROW_ID } from '@vezne/domain/row-id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { withoutWriting } from '../../db/read-only.ts';
import type { Caller, SignInPerson } from '../../usecases/sign-in/context.ts';
import type { CurrentSession } from '../../usecases/sign-in/current-session.ts';
import { clientNetwork } from '../server/client-network.ts';
import { readJsonBody } from '../server/json-body.ts';
import { NO_PAGE_POLICY, PRIVATE_HEADERS } from '../server/security-headers.ts';
import { callerOf } from './caller.ts';
import { checkOrigin } from './origin.ts';
import { authorise, isPress } from './session.ts';
import { SignInError } from './sign-in-error.ts';
import type { Surface } from './surface.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A request that may be served. */
export interface SurfaceCall<Route extends SurfaceRoute, P extends SignInPerson> {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Who asks; a public route has nobody. */
  session: Route['permission'] extends 'public' ? undefined : CurrentSession<P>;
  caller: Caller;
  body: Parsed<Route['request']>;
  query: Parsed<Route['query']>;
  /** The value of :id in the path; empty for routes without it. */
  id: string;
}

/**
 * Far above what people and their pages ask for, also from an office that shares one address. What is read and what is pressed are counted apart:
 * pages that read much must not keep anybody from deciding.
 */
const REQUESTS_PER_SECOND = 200;

const NO_BODY = Buffer.alloc(0);

/** Serves a route of the contract that is answered with JSON. */
export function surfaceRoute<P extends SignInPerson, Every extends SurfaceRoute, Route extends Every>(
  app: FastifyInstance,
  surface: Surface<P, Every>,
  route: Route,
  handle: (call: SurfaceCall<Route, P>) => Promise<z.input<Route['response']>>,
): void {
  rawSurfaceRoute(app, surface, route, async (call) => {
    const answer = await handle(call);
    // Only what the contract names leaves the process, whatever a handler returns.
    const body = JSON.stringify(route.response.parse(answer));
    return await call.reply.type('application/json; charset=utf-8').send(body);
  });
}

/**
 * Serves a route that answers by itself: a file or a stream. For every route, origin, rate, person, permission and step-up are checked
 * here, before anything is read.
 */
export function rawSurfaceRoute<P extends SignInPerson, Every extends SurfaceRoute, Route extends Every>(
  app: FastifyInstance,
  surface: Surface<P, Every>,
  route: Route,
  handle: (call: SurfaceCall<Route, P>) => Promise<FastifyReply>,
): void {
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.headers({ ...PRIVATE_HEADERS, 'content-security-policy': NO_PAGE_POLICY });
      limitRate(surface, route, request);
      checkOrigin({ method: request.method, headers: request.headers }, surface.origin);
      const caller = callerOf(request);
      const session = await authorise(surface, route, request);
      const call = {
        request,
        reply,
        session,
        caller,
        body: readBody(route, request),
        query: readQuery(route, request),
        id: idIn(request),
      };
      // What the checks above have found is what the route's type says.
      const serve = async (): Promise<FastifyReply> => await handle(call as SurfaceCall<Route, P>);
      const onlyReads = session !== undefined && surface.onlyReads?.(session.person, route) === true;
      return onlyReads ? await withoutWriting(serve) : await serve();
    },
  });
}

/** Reads and presses have a limit each: who types a search quickly can still decide. */
function limitRate(
  { networkLimiter }: Pick<Surface, 'networkLimiter'>,
  route: SurfaceRoute,
  { ip }: FastifyRequest,
): void {
  const kind = isPress(route) ? 'press' : 'read';
  const { isAllowed } = networkLimiter.take(`${kind} ${clientNetwork(ip)}`, REQUESTS_PER_SECOND);
  if (!isAllowed) throw new SignInError('rate_limited');
}

function readBody({ request: schema }: SurfaceRoute, { raw, body }: FastifyRequest): unknown {
  const bytes = Buffer.isBuffer(body) ? body : NO_BODY;
  if (schema === undefined) {
    if (bytes.length > 0)
      throw new SignInError('invalid_request', { fields: [{ path: '', problem: 'must be empty' }] });
    return undefined;
  }
  const json = readJsonBody(raw, bytes);
  if (!json.ok) throw new SignInError(json.code);
  return parsed(schema, json.value);
}

function readQuery({ query: schema }: SurfaceRoute, { query }: FastifyRequest): unknown {
  if (schema !== undefined) return parsed(schema, query);
  if (Object.keys(query as object).length > 0)
    throw new SignInError('invalid_request', { fields: [{ path: '', problem: 'takes no query' }] });
  return undefined;
}

function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new SignInError('invalid_request', { fields: fieldProblems(result.error) });
  return result.data;
}

function idIn({ params }: FastifyRequest): string {
  const { id } = params as { id?: string };
  if (id === undefined) return '';
  // What is no id names nothing.
  if (!ROW_ID.test(id)) throw new SignInError('not_found');
  return id;
}
