import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { PortalConfig } from '../../server/src/config/portal.ts';
import { startPortal } from '../../server/src/processes/portal.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { captureLog } from '../../server/test/harness/log-lines.ts';
import { portalConfig } from '../../server/test/harness/portal.ts';
import type { PartnerTestPerson } from '../../server/test/harness/portal.ts';
import { CHEAP_PASSWORDS } from '../../server/test/harness/staff.ts';
import { claimPorts } from '../../tools/ports/claim.ts';
import { firstScripts, post } from '../signed-in/place.ts';
import type { RunningPlace } from '../signed-in/place.ts';

const DIST = fileURLToPath(new URL('../../web/dist/portal', import.meta.url));

/** The real process, with the pages that were built. */
export async function openPortal(
  t: TestContext,
  {
    environment = 'production',
    database: given,
    config,
    pressesAMinute,
  }: {
    environment?: 'production' | 'development';
    database?: TestDatabase;
    config?: Partial<PortalConfig>;
    /** For a test that presses more often than people do. */
    pressesAMinute?: number;
  } = {},
): Promise<RunningPlace> {
  assert.ok(existsSync(`${DIST}/index.html`), 'the pages are not built: npm run build:web');
  const database = given ?? (await createTestDatabase(t));
  const port = await claimPorts();
  const url = `http://localhost:${port}`;
  const { log, lines } = captureLog();
  const { stop } = await startPortal(
    portalConfig(database, {
      environment,
      port,
      host: 'localhost',
      portalUrl: url,
      trustedProxies: [],
      ...config,
    }),
    log,
    { passwordCost: CHEAP_PASSWORDS, pressesAMinute },
  );
  t.after(stop);
  return { url, owner: database.pool(), policyReports: () => lines('a page broke its policy') };
}

/**
 * Signs in without the door, where a password is enough: every load of a page is a large part of what a test costs. The next address
 * that the page goes to finds the session.
 */
export async function enter(
  page: Page,
  url: string,
  { email, password }: Pick<PartnerTestPerson, 'email' | 'password'>,
): Promise<void> {
  await post(page, url, '/api/sign-in', { email, password });
}

/** The scripts that a browser loads before the portal shows anything. */
export const portalScripts = (): string[] => firstScripts(DIST, 'texts');
