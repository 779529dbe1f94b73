import { Registry } from 'prom-client';
import type { Metric as RegisteredMetric } from 'prom-client';
import type { Metric } from './catalogue.ts';
import type { Distribution } from './counts.ts';

type Labels = Readonly<Record<string, string | number>>;

/** A value with its labels. */
export interface Sample {
  labels?: Labels;
  value: number | Distribution;
}

/** What a metric is at this moment. Nothing is kept between two questions. */
export interface Reading {
  metric: Metric;
  read: () => Iterable<Sample>;
}

export interface Exposition {
  contentType: string;
  /** Everything in the text format of Prometheus. */
  text: () => Promise<string>;
}

/** The library writes names, labels and numbers as Prometheus wants them; the numbers are our own. */
export function createExposition(readings: readonly Reading[]): Exposition {
  const registry = new Registry();
  for (const { metric, read } of readings) {
    const { name, help, type } = metric;
    const registered = {
      name,
      get: async () =>
        await Promise.resolve({
          name,
          help,
          type,
          values: Array.from(read(), (sample) => lines(name, sample)).flat(),
        }),
    };
    registry.registerMetric(registered as unknown as RegisteredMetric);
  }
  return { contentType: registry.contentType, text: async () => await registry.metrics() };
}

interface Line {
  metricName?: string;
  labels: Labels;
  value: number;
}

function lines(name: string, { labels = {}, value }: Sample): Line[] {
  if (typeof value === 'number') return [{ labels, value }];
  const cumulative = value.cumulative();
  const all = cumulative.at(-1) ?? 0;
  return [
    ...cumulative.map((count, place) => ({
      metricName: `${name}_bucket`,
      labels: { le: value.bounds[place] ?? '+Inf', ...labels },
      value: count,
    })),
    { metricName: `${name}_sum`, labels, value: value.sum },
    { metricName: `${name}_count`, labels, value: all },
  ];
}
