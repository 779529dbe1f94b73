import type { Tracing, TracingOptions } from './tracing.ts';

/** Without an endpoint there is no tracing: nothing of OpenTelemetry is loaded, and whoever would record has nothing to call. */
export async function startTracing({ endpoint, ...process }: TracingOptions): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing({ endpoint, ...process });
}
