import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** As it is at the start: a run may take longer than the next commit. */
const COMMIT = commit();

function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
}

/** Progress, with the time since the start. */
export function say(line: string): void {
  process.stdout.write(`${(performance.now() / 1_000).toFixed(0).padStart(5)} s  ${line}\n`);
}

/** The row of a run for docs/long-runs.md. It is printed last, below what the test runner says. */
export function summarise(figures: Readonly<Record<string, unknown>>): void {
  const cells = [COMMIT, new Date().toISOString().slice(0, 10), ...Object.values(figures).map(String)];
  const names = ['commit', 'date', ...Object.keys(figures)];
  const table = [names, names.map(() => '---'), cells].map((row) => `| ${row.join(' | ')} |\n`).join('');
  process.once('exit', () => void process.stdout.write(`\nFor docs/long-runs.md:\n\n${table}`));
}
