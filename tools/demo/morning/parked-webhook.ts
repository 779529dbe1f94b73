import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../server/src/clock.ts';
import { readWorkerConfig } from '../../../server/src/config/worker.ts';
import { listDeliveries } from '../../../server/src/db/read/webhooks/deliveries.ts';
import { createWebhookService } from '../../../server/src/jobs/webhooks/service.ts';
import { createSealedSecrets } from '../../../server/src/keys/sealed-secrets.ts';
import { createLogger } from '../../../server/src/log.ts';
import { addWebhookEndpoint } from '../../../server/src/usecases/webhooks/add.ts';
import type { MorningDesk } from './desk.ts';
import { PARTNER_DOWN, byAdministrators } from './partners.ts';

/** Nobody listens at the discard port. */
const NOWHERE = 'http://127.0.0.1:9/webhooks/vezne';
/** Really it is tried for a day and parked then. These tries are the same, with shorter waits between them. */
const IMPATIENT_MS = [20, 20];
const PARKED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** An address where nobody answers. Returns the endpoint's id. */
export async function addDeadEndpoint(desk: MorningDesk): Promise<string> {
  const { context, agree } = byAdministrators(desk);
  const settings = { partner: PARTNER_DOWN, url: NOWHERE, events: ['all'], allowPrivate: true };
  const { endpoint } = await agree(addWebhookEndpoint(context, settings));
  return endpoint.id;
}

/** Delivers, in vain, until the event is parked. No other event may be there yet: it would be parked as well. */
export async function deliverInVain(
  { db }: MorningDesk,
  env: Record<string, string>,
  endpointId: string,
): Promise<void> {
  const { databaseUrl, secretKeys, webhooks } = readWorkerConfig(env);
  const service = createWebhookService({
    databaseUrl,
    config: { ...webhooks, scheduleMs: IMPATIENT_MS },
    sealedSecrets: createSealedSecrets(secretKeys),
    clock: systemClock,
    log: createLogger({ level: 'silent', name: 'demo' }),
  });
  service.start();
  try {
    const untilMs = performance.now() + PARKED_WITHIN_MS;
    while ((await listDeliveries(db, { endpointId, state: 'parked' }, 1)).length === 0) {
      if (performance.now() > untilMs) throw new Error('The webhook of the demo was not parked.');
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await service.stop();
  }
}
