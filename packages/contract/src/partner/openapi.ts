import { RESPONSE_EXAMPLES, PATH_ID_EXAMPLES, REQUEST_EXAMPLES } from './examples.ts';
import type { OpenApiDocument, Operation, Parameter, PathItem, SecurityScheme } from './openapi/document.ts';
import { HEADERS, responsesOf } from './openapi/responses.ts';
import { componentSchemas, inlineSchema, referenceTo } from './openapi/schemas.ts';
import { INFO_DESCRIPTION, OPERATION_TEXTS, TAGS } from './openapi/texts.ts';
import { webhooks } from './openapi/webhooks.ts';
import { PARTNER_API } from './routes.ts';
import type { PartnerRoute } from './route.ts';
import { TRANSACTION_ID_PATTERN } from './transactions.ts';

export type { OpenApiDocument, Operation, Parameter, Response, Schema } from './openapi/document.ts';

type OperationId = keyof typeof PARTNER_API;

/** The version of the API, as in its paths. */
const API_VERSION = 'v1';

const SECURITY_SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'Your public key. It says who you are.',
  },
  Timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Timestamp',
    description:
      'The time of sending as Unix time in whole seconds. It may be at most 300 seconds from our time, in either direction.',
  },
  Signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description:
      'HMAC-SHA256 of `timestamp.METHOD.path.body.hashSecret`, keyed with your API secret, as 64 lower-case hexadecimal digits.',
  },
};

/** The whole partner API as OpenAPI 3.1, built from the same schemas that the server uses. */
export function buildOpenApi({ serverUrl }: { serverUrl: string }): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Vezne partner API',
      version: API_VERSION,
      summary: 'Deposits and withdrawals by bank transfer.',
      description: INFO_DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: serverUrl, description: 'The signed path starts at /v1/, whatever stands before it here.' },
    ],
    security: [Object.fromEntries(Object.keys(SECURITY_SCHEMES).map((name) => [name, []]))],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: paths(),
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
    },
  };
}

function paths(): Record<string, PathItem> {
  const items: Record<string, PathItem> = {};
  for (const [operationId, route] of Object.entries(PARTNER_API) as [OperationId, PartnerRoute][]) {
    const operation = operationOf(operationId, route);
    items[route.path] = { ...items[route.path], [route.method.toLowerCase()]: operation };
  }
  return items;
}

function operationOf(operationId: OperationId, route: PartnerRoute): Operation {
  const { tag, description } = OPERATION_TEXTS[operationId];
  const parameters = [...pathParameters(operationId, route), ...queryParameters(route)];
  return {
    operationId,
    summary: route.summary,
    description,
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.method === 'POST' ? { requestBody: requestBody(operationId, route) } : {}),
    responses: responsesOf(route, RESPONSE_EXAMPLES[operationId]),
  };
}

function pathParameters(operationId: OperationId, { path }: PartnerRoute): Parameter[] {
  if (!path.includes('{id}')) return [];
  return [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The identifier of the transaction.',
      schema: { type: 'string', pattern: TRANSACTION_ID_PATTERN.source },
      example: PATH_ID_EXAMPLES[operationId],
    },
  ];
}

function queryParameters({ query }: PartnerRoute): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = inlineSchema(query);
  return Object.entries(properties).map(([name, property]) => {
    if (typeof property === 'boolean') throw new Error(`The parameter ${name} has no schema.`);
    const { description = '', ...schema } = property;
    return { name, in: 'query', required: required.includes(name), description, schema };
  });
}

function requestBody(
  operationId: OperationId,
  { request }: PartnerRoute,
): NonNullable<Operation['requestBody']> {
  const example = REQUEST_EXAMPLES[operationId];
  const isRequired = !request.safeParse({}).success;
  return {
    required: isRequired,
    description: isRequired
      ? 'One JSON object in UTF-8 of at most 16 KiB. Unknown fields are ignored; a key that comes twice is refused.'
      : 'Nothing, or an empty object.',
    content: {
      'application/json': {
        schema: referenceTo(request),
        examples: { request: { value: example ?? {} } },
      },
    },
  };
}
