/**
 * `npm run e2e [-- --screenshots]`: runs the tests in a real browser. With the flag they also write the pictures of the
 * docs.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--screenshots')) throw new Error('Usage: npm run e2e [-- --screenshots]');

const runTests = fileURLToPath(new URL('../tools/run-tests.ts', import.meta.url));
const { status } = spawnSync(process.execPath, [runTests, '18', 'e2e'], {
  stdio: 'inherit',
  env: { ...process.env, E2E_SCREENSHOTS: flags.length > 0 ? 'yes' : '' },
});
process.exitCode = status ?? 1;
