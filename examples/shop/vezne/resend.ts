import { setTimeout as sleep } from 'node:timers/promises';
import { findUnsent } from '../money/payments.ts';
import type { Shop } from '../shop.ts';
import type { Sender } from './send.ts';

/**
 * Sends again what may or may not have reached the service, also after a restart of the shop, until there is an answer.
 * The same reference and the same words, so that at most one payment comes of it. Looking the reference up would not do:
 * finding nothing does not mean that nothing is on its way.
 */
export async function keepResending({ database, config, log }: Shop, sender: Sender): Promise<never> {
  for (;;) {
    for (const payment of findUnsent(database.read)) {
      // One that fails in its own way must not keep those behind it from being sent.
      await sender.send(payment).catch((error: unknown) => log(String(error)));
    }
    await sleep(config.resendMs);
  }
}
