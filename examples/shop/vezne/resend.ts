import { setTimeout as sleep } from 'node:timers/promises';
import { findUnsent } from '../money/payments.ts';
import type { Shop } from '../shop.ts';
import type { Sender } from './send.ts';

/**
 * Sends payments again that may or may not have reached the service, also after a restart of the shop, until there is an
 * answer. The reference and the body stay the same, so at most one payment results. Looking up the reference is not enough:
 * finding nothing does not prove that nothing is on its way.
 */
export async function keepResending({ database, config, log }: Shop, sender: Sender): Promise<never> {
  for (;;) {
    for (const payment of findUnsent(database.read)) {
      // A payment that fails must not block the ones behind it.
      await sender.send(payment).catch((error: unknown) => log(String(error)));
    }
    await sleep(config.resendMs);
  }
}
