/**
 * `npm run chaos`: the tests below chaos/ beside a PostgreSQL 18. `npm run chaos -- cluster …` is a program of its own: faults in a cluster of
 * three nodes, under load.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const USAGE =
  'Usage: npm run chaos\n       npm run chaos -- cluster [NAME] [--quick|--soak] [--plant NAME] [--json]\n';

function commandFor([what, ...rest]: readonly string[]): string[] | undefined {
  const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  if (what === undefined) return [path('../tools/run-tests.ts'), '18', 'chaos'];
  return what === 'cluster' ? [path('cluster/main.ts'), ...rest] : undefined;
}

const command = commandFor(process.argv.slice(2));
if (command === undefined) process.stderr.write(USAGE);
// Ctrl-C reaches the child by itself. It takes away what it has made, and then ends.
process.on('SIGINT', () => undefined);
process.exitCode =
  command === undefined ? 2 : (spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1);
