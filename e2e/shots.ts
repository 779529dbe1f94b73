/** `npm run shots`: pictures of every screen of the console, for people to look at: .cache/e2e/console. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const withPostgres = fileURLToPath(new URL('../tools/with-postgres.ts', import.meta.url));
const screens = fileURLToPath(new URL('console/screens.test.ts', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [withPostgres, '18', '--', process.execPath, '--test', screens],
  { stdio: 'inherit', env: { ...process.env, E2E_SCREENSHOTS: 'yes' } },
);
process.exitCode = status ?? 1;
