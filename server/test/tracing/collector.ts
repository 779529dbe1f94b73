import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { z } from 'zod';

/** What we read of OTLP's JSON. */
const VALUE = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  boolValue: z.boolean().optional(),
});
const ATTRIBUTES = z.array(z.object({ key: z.string(), value: VALUE }));
const SPAN = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: ATTRIBUTES,
  status: z.object({ code: z.number() }),
});
const REQUEST = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: ATTRIBUTES }),
      scopeSpans: z.array(z.object({ spans: z.array(SPAN) })),
    }),
  ),
});

type Values = Record<string, string | number | boolean | undefined>;

export interface ReceivedSpan extends Omit<z.infer<typeof SPAN>, 'attributes'> {
  service: string;
  values: Values;
}

export interface Collector {
  endpoint: string;
  spans: ReceivedSpan[];
  /** Everything as it came. */
  texts: string[];
}

/** A real receiver of OTLP over HTTP. One that hangs takes connections, and never answers. */
export async function startCollector(
  t: TestContext,
  { isHanging = false }: { isHanging?: boolean } = {},
): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += String(part);
    texts.push(`${request.method} ${request.url} ${text}`);
    if (isHanging) return;
    for (const { resource, scopeSpans } of REQUEST.parse(JSON.parse(text)).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const { attributes, ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service, values: valuesOf(attributes) });
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, texts };
}

function valuesOf(attributes: z.infer<typeof ATTRIBUTES>): Values {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  );
}
