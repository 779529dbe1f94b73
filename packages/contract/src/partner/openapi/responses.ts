import { errorExample } from '../examples.ts';
import { API_ERRORS, apiErrorBody } from '../errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import type { PartnerRoute } from '../route.ts';
import type { OpenApiDocument, Response } from './document.ts';
import { referenceTo } from './schemas.ts';

/** Headers of responses, by the name under which the document refers to them. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in our records; quote it when you ask about it.',
    schema: { type: 'string', pattern: '^req_' },
  },
  'Idempotent-Replayed': {
    description: '`true` when the transaction existed before this request; absent otherwise.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Limit': {
    description: 'How many requests you may send within a second.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
  'RateLimit-Reset': {
    description: 'Seconds until the count starts again.',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the same request is sent again.',
    schema: { type: 'integer' },
  },
} as const satisfies OpenApiDocument['components']['headers'];

type HeaderName = keyof typeof HEADERS;

const ON_EVERY_RESPONSE: readonly HeaderName[] = ['X-Request-Id'];
const ON_SIGNED_RESPONSES: readonly HeaderName[] = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Statuses whose responses say how long to wait. */
const STATUSES_WITH_RETRY_AFTER: ReadonlySet<number> = new Set([429, 503]);

/** These responses come before the sender is known, so they cannot count against its rate limit. */
const STATUS_BEFORE_SIGN_IN = 401;

/** Routes that return 201 create something; a repeated create says so in a header. */
const CREATED = 201;

export function responsesOf(route: PartnerRoute, example: unknown): Record<string, Response> {
  const success: Response = {
    description: route.successStatus === CREATED ? 'It exists now, or did already.' : 'As asked for.',
    headers: headerReferences([
      ...ON_EVERY_RESPONSE,
      ...ON_SIGNED_RESPONSES,
      ...(route.successStatus === CREATED ? (['Idempotent-Replayed'] as const) : []),
    ]),
    content: {
      'application/json': { schema: referenceTo(route.response), examples: { success: { value: example } } },
    },
  };
  const errors = Map.groupBy(route.errors, (code) => API_ERRORS[code].status);
  return Object.fromEntries([
    [String(route.successStatus), success],
    ...[...errors]
      .toSorted(([left], [right]) => left - right)
      .map(([status, codes]) => [String(status), errorResponse(status, codes)] as const),
  ]);
}

function errorResponse(status: number, codes: readonly ApiErrorCode[]): Response {
  const lines = codes.map((code) => `- \`${code}\`: ${API_ERRORS[code].cause} ${API_ERRORS[code].remedy}`);
  return {
    description: lines.join('\n'),
    headers: headerReferences([
      ...ON_EVERY_RESPONSE,
      ...(status === STATUS_BEFORE_SIGN_IN ? [] : ON_SIGNED_RESPONSES),
      ...(STATUSES_WITH_RETRY_AFTER.has(status) ? (['Retry-After'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: referenceTo(apiErrorBody),
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: API_ERRORS[code].error, value: errorExample(code) }]),
        ),
      },
    },
  };
}

function headerReferences(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
