/**
 * `npm run shots [-- NAME…]`: pictures of every screen of the console and the portal, for people to look at (.cache/e2e), and those of
 * the guide (docs/images/console and docs/images/portal). With names, only files whose names have one of them: `npm run shots -- audit`.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const withPostgres = fileURLToPath(new URL('../tools/with-postgres.ts', import.meta.url));
const names = process.argv.slice(2);
const screens = globSync(fileURLToPath(new URL('{console,portal}/*screens.test.ts', import.meta.url))).filter(
  (file) => names.length === 0 || names.some((name) => file.split('/').at(-1)?.includes(name)),
);
if (screens.length === 0) throw new Error('No screens have this name.');
const { status } = spawnSync(
  process.execPath,
  [withPostgres, '18', '--', process.execPath, '--test', ...screens],
  { stdio: 'inherit', env: { ...process.env, E2E_SCREENSHOTS: 'yes' } },
);
process.exitCode = status ?? 1;
