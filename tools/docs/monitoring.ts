import { ALARMS, WITHOUT_RULE } from '../../server/src/metrics/alarms.ts';
import { METRICS } from '../../server/src/metrics/catalogue.ts';
import type { Metric } from '../../server/src/metrics/catalogue.ts';
import { readRules } from './alert-rules.ts';
import { code, table } from './markdown.ts';

const INTRODUCTION = `# Monitoring

Three things tell an engineer on call what goes on: alerts of Prometheus, which wake; the dashboard, which shows where to look; and
\`vezne status\` with the log, which say why. Log and alerts call a thing by the same name: the field \`alarm\` of a log line is the label \`alarm\` of its alert,
and the [runbook](runbook.md) has an entry for each.

## What to scrape

1. Give every process a port: \`VEZNE_METRICS_PORT=9410\`, and \`VEZNE_METRICS_HOST\` if Prometheus runs on another machine. Without a port a process
   tells nothing. The port answers \`GET /metrics\` to everybody who reaches it, so it belongs into the inner network.
2. Put every process into the list of targets, under the job \`vezne\`:
   [prometheus.example.yml](../deploy/prometheus/prometheus.example.yml). A process that is not on the list is not missed when it dies.
3. Load the rules: [alerts.yml](../deploy/prometheus/alerts.yml). \`promtool check rules\` reads them.
4. Import the dashboard into Grafana: [vezne.json](../deploy/grafana/vezne.json). It asks which Prometheus to use.

Queues, late endpoints, living processes and the state of the database concern the whole service. Every worker reads them, at most once
in three seconds, and tells the same: take \`max()\` over instances, never \`sum()\`. \`vezne_service_state_age_seconds\` says how old they are; after half a
minute without the database they are not told at all. \`vezne_database_up\` is 0 while it is away. The port answers within about two seconds, whatever the database does.

Labels are routes, statuses, codes and names of our own. No partner, no id and no IBAN is in a metric: \`vezne status\` and the log name them.
`;

const ALERTS = `## Alerts

\`page\` wakes a person, \`ticket\` waits for the next working hour. \`VezneWatchdog\` always fires: send it to a service outside that wakes a person
when it hears it no more, for a Prometheus or an Alertmanager that is dead tells nobody. Prometheus 2.42 or newer reads the rules. Alertmanager should group by \`alarm\`. Each rule is played by promtool in a
test, and the most important ones by a real Prometheus beside real processes (chaos/alerts.test.ts): a dead worker, a dead api, a
database that is away, an endpoint that is down, a difference in the books, an unsealed audit log, a full queue.
`;

const DASHBOARD = `## The dashboard

| row | the question |
|---|---|
| Is it healthy? | Does an alert fire? Is the database there, does every process live, do the books add up, is the audit log sealed? |
| Money flow | How many creates, and how long do they take? How long do operators take, and what waits? Batches say why: large and quick is load, small and slow is the database |
| Webhooks | Do partners hear of it? Which outcome do tries have, and how late are events? |
| Database | Who reaches it, are pools full, are statements run again, is the standby behind? |
| Processes | Processor, memory, event loop, versions side by side, jobs |

Look from the top. A red field in the first row has an alert, and the alert has an entry of the runbook.
`;

const METRICS_BEFORE = `## Metrics

Histograms have the usual \`_bucket\`, \`_sum\` and \`_count\`. The latency of a create as a partner sees it is
\`vezne_http_request_seconds\` of the route \`/v1/deposits\` or \`/v1/withdrawals\`; \`vezne_create_seconds\` is the part that PostgreSQL and the line
before it take.
`;

/** docs/monitoring.md: what is told, and what wakes a person. */
export function monitoringDocument(): string {
  const alerts = readRules().map(({ name, labels, annotations }) => [
    code(name),
    labels.severity,
    code(labels.alarm),
    annotations.summary,
    `[runbook](${annotations.runbook.replace('docs/', '')})`,
  ]);
  const metrics = Object.values<Metric>(METRICS).map(({ name, type, labels, of, help }) => [
    code(name),
    type,
    labels.map(code).join(', '),
    of.length === 3 ? 'all' : of.join(', '),
    help,
  ]);
  const logged = ALARMS.filter((alarm) => (WITHOUT_RULE as readonly string[]).includes(alarm));
  return [
    INTRODUCTION,
    ALERTS,
    table(['alert', 'severity', 'alarm', 'meaning', 'what to do'], alerts),
    '',
    `In the log alone, at level 40, where their number matters: ${logged.map(code).join(', ')}. \`vezne_alarms_total\` counts them too.`,
    '',
    DASHBOARD,
    METRICS_BEFORE,
    table(['metric', 'type', 'labels', 'told by', 'meaning'], metrics),
    '',
    'The tables on this page are written from the code and the rules by `npm run docs`; tests hold rules, dashboard and page to the metrics that exist.',
    '',
  ].join('\n');
}
