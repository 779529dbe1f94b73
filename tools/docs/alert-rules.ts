import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const RULES_FILE = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url));

/** Examples for what is around Vezne. */
export const CLUSTER_RULES_FILE = fileURLToPath(
  new URL('../../deploy/prometheus/cluster.yml', import.meta.url),
);

export interface AlertRule {
  name: string;
  expr: string;
  for: string | undefined;
  /** How long it outlasts its condition. */
  keepFiringFor: string | undefined;
  labels: { severity: string; alarm: string };
  annotations: { summary: string; runbook: string };
}

/** The rules as they are written: each field in a line of its own. `promtool check rules` says whether Prometheus reads them, too. */
export function readRules(text = readFileSync(RULES_FILE, 'utf8')): AlertRule[] {
  const blocks = text.split(/^ +- alert: /m).slice(1);
  return blocks.map((block) => {
    const [name = ''] = block.split('\n', 1);
    const optional = (field: string): string | undefined =>
      new RegExp(`^ +${field}: (.+)$`, 'm').exec(block)?.[1];
    const field = (key: string): string => optional(key) ?? '';
    return {
      name,
      expr: field('expr'),
      for: optional('for'),
      keepFiringFor: optional('keep_firing_for'),
      labels: { severity: field('severity'), alarm: field('alarm') },
      annotations: { summary: field('summary'), runbook: field('runbook') },
    };
  });
}

/** The names of metrics in an expression of PromQL: whatever is neither a label, a text nor a word of the language. */
export function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring) \([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name));
}

const WORDS = new Set(['and', 'or', 'unless', 'by', 'on', 'bool', 'offset']);
