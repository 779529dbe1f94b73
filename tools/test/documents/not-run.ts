/** Commands of documents that no test of this folder runs: who does instead, or why nobody can. */

const GUIDES = 'server/src/http/docs/guides';

/** Documents whose scripts another test runs as they stand, and how it names them. */
export const RUN_BY: Readonly<Record<string, { test: string; named: string }>> = {
  'README.md': { test: 'tools/test/demo.test.ts', named: `'README.md'` },
  'README.tr.md': { test: 'tools/test/demo.test.ts', named: `'README.tr.md'` },
  'docs/demo.md': { test: 'tools/test/demo.test.ts', named: `'docs/demo.md'` },
  'docs/first-deposit.md': { test: 'tools/test/demo.test.ts', named: `'docs/first-deposit.md'` },
  'docs/backup.md': { test: 'chaos/backup/document.ts', named: 'docs/backup.md' },
  'docs/receivers.md': { test: 'examples/try-receivers.test.ts', named: 'docs/receivers.md' },
  'deploy/ha/README.md': { test: 'chaos/cluster-kit.test.ts', named: 'deploy/ha/README.md' },
  'packages/sdk/README.md': { test: 'examples/packed-sdk.test.ts', named: `'README.md'` },
  [`${GUIDES}/en/start.md`]: { test: 'examples/first-steps.test.ts', named: `'/docs/index.md'` },
  [`${GUIDES}/tr/start.md`]: { test: 'examples/first-steps.test.ts', named: `'/docs/tr/index.md'` },
  [`${GUIDES}/en/webhooks.md`]: { test: 'examples/first-steps.test.ts', named: `'/docs/webhooks.md'` },
  [`${GUIDES}/tr/webhooks.md`]: { test: 'examples/first-steps.test.ts', named: `'/docs/tr/webhooks.md'` },
};

/** By the words that a command begins with. None of them is a program of ours that a test could run on its own database. */
export const CANNOT_RUN: Readonly<Record<string, string>> = {
  systemctl:
    'it starts and stops services of the machine; tools/test/systemd.test.ts has systemd read the units',
  journalctl: 'it reads the journal of those services',
  'systemd-analyze security':
    'it asks the systemd that runs; tools/test/systemd.test.ts asks it of the files',
  'npm run chaos -- cluster':
    'it breaks three databases for minutes or an hour, as root; chaos/timed/cluster.test.ts runs six of its faults',
  'npm run bench': 'it measures for minutes or hours, and an idle machine alone',
  'npm run -s bench': 'it measures for a minute, and an idle machine alone',
  'source .ci/setup': 'it installs programs for the whole machine; .ci/run begins with it',
  'npm ci': 'it would replace the packages of the test that runs; .ci/run begins with it',
  'npm run check': 'it runs all tests, and so itself; .ci/run runs it',
};
