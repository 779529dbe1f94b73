import type { Page } from 'playwright-core';

/** A weak mobile link, in bytes and milliseconds. */
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Makes the page's network slow. The returned function takes it away in the middle of whatever is under way, and gives it back. */
export async function makeSlow(page: Page): Promise<(offline: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const setOffline = async (offline: boolean): Promise<void> => {
    await session.send('Network.emulateNetworkConditions', { offline, ...SLOW });
  };
  await setOffline(false);
  return setOffline;
}
