import { ALARMS, WITHOUT_RULE } from '../../server/src/metrics/alarms.ts';
import { METRICS } from '../../server/src/metrics/catalogue.ts';
import type { Metric } from '../../server/src/metrics/catalogue.ts';
import { TROUBLES, longestDelay, readLooks } from './alert-delays.ts';
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
4. With [three databases](../deploy/ha/README.md), and beside every proxy, more than Vezne has to be watched: [below](#around-vezne).
5. Import the dashboard into Grafana: [vezne.json](../deploy/grafana/vezne.json). It asks which Prometheus to use.

Queues, late endpoints, living processes and the state of the database concern the whole service. Every worker reads them, at most once
in three seconds, and tells the same: take \`max()\` over instances, never \`sum()\`. \`vezne_service_state_age_seconds\` says how old they are; after half a
minute without the database they are not told at all. \`vezne_database_up\` is 0 while it is away. The port answers within about two seconds, whatever the database does.

Labels are routes, statuses, codes and names of our own. No partner, no id and no IBAN is in a metric: \`vezne status\` and the log name them.
`;

const ALERTS = `## Alerts

\`page\` wakes a person, \`ticket\` waits for the next working hour. \`VezneWatchdog\` always fires: send it to a service outside that wakes a person
when it hears it no more, for a Prometheus or an Alertmanager that is dead tells nobody. Prometheus 2.42 or newer reads the rules. Alertmanager should group by \`alarm\`. Each rule is played by promtool in a
test, and fires and clears with a real Prometheus: the most important ones beside real processes (chaos/alerts.test.ts and
chaos/alerts-of-commits.test.ts), the others with the series of those plays (chaos/alert-replays.test.ts).
`;

const DELAYS = `### How soon

The longest time from a trouble to its alert, as Prometheus fires it, with the intervals of
[prometheus.example.yml](../deploy/prometheus/prometheus.example.yml). A test holds each below a minute. Alertmanager's \`group_wait\` comes on top: it is
30 s unless set, and \`group_wait: 0s\` is good for the severity \`page\`. \`vezne status\` shows each within seconds, a dead process after four times \`VEZNE_BEAT_MS\` (20 s).
`;

const AROUND = `## Around Vezne

What goes wrong there shows in no metric of ours while all is still well: both agents dead while PostgreSQL streams, a pause that was forgotten, a disk that fills, a
certificate that ended. [cluster.yml](../deploy/prometheus/cluster.yml) has rules for it as examples, each played by promtool, and a real Patroni tells what they ask
for. They want these jobs, of which [prometheus.example.yml](../deploy/prometheus/prometheus.example.yml) has the lines:

| job | what is scraped |
|---|---|
| \`patroni\` | every node's agent, \`http://10.0.0.21:8008/metrics\`: who leads, who is on the list of synchronous standbys, whether it is paused. The firewall lets Prometheus in; it answers without a password |
| \`etcd\` | every member, \`http://10.0.0.21:2379/metrics\`. Who reaches this port decides who leads, so let Prometheus in and nobody else |
| \`node\` | node_exporter on every machine, for the free space of its disks |
| \`front\` | blackbox_exporter, best from another place: \`https://pay.example.com/readyz\` through the name, the certificate and the proxy |

That a watchdog can't be used is no metric of Patroni. With \`mode: required\` such a node never leads, so a switchover finds it: order one to each node in turn, after each change
of a machine, and look for \`activated with\` in Patroni's log.
`;

const DASHBOARD = `## The dashboard

| row | the question |
|---|---|
| Is it healthy? | Does an alert fire? Is the database there, does every process live, do the books add up, is the audit log sealed? |
| Money flow | How many creates, and how long do they take? How long do operators take, and what waits? Batches say why: large and quick is load, small and slow is the database |
| Webhooks | Do partners hear of it? Which outcome do tries have, and how late are events? |
| Database | Who reaches it, are pools full, are statements run again, is the standby behind? |
| Processes | Processor, memory, event loop, versions side by side, jobs, who is ready, what an api can't read |

Look from the top. A red field in the first row has an alert, and the alert has an entry of the runbook.
`;

const METRICS_BEFORE = `## Metrics

Histograms have the usual \`_bucket\`, \`_sum\` and \`_count\`. The latency of a create as a partner sees it is
\`vezne_http_request_seconds\` of the route \`/v1/deposits\` or \`/v1/withdrawals\`; \`vezne_create_seconds\` is the part that PostgreSQL and the line
before it take.
`;

/** Each trouble that has to be seen within a minute. */
function delays(): string {
  const looks = readLooks();
  const rows = TROUBLES.map((trouble) => [
    trouble.since,
    code(trouble.alert),
    `${longestDelay(trouble, { looks })} s`,
  ]);
  return table(['from when', 'alert', 'at most'], rows, { figures: 1 });
}

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
    of.length === 4 ? 'all' : of.join(', '),
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
    DELAYS,
    delays(),
    '',
    AROUND,
    DASHBOARD,
    METRICS_BEFORE,
    table(['metric', 'type', 'labels', 'told by', 'meaning'], metrics),
    '',
    'The tables on this page are written from the code and the rules by `npm run docs`; tests hold rules, dashboard and page to the metrics that exist.',
    '',
  ].join('\n');
}
