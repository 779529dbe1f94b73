/** What partners ask for, by the use cases behind the signed API. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cents } from '@vezne/domain/money';
import type { ConfigurationView, Partner } from '../../../server/src/usecases/configuration/model.ts';
import { createDeposit } from '../../../server/src/usecases/deposits/create.ts';
import { cancel } from '../../../server/src/usecases/transactions/cancel.ts';
import { createWithdrawal } from '../../../server/src/usecases/withdrawals/create.ts';
import type { MorningDesk } from './desk.ts';
import { ibanOf } from './players.ts';
import type { Player } from './players.ts';

export interface Order {
  apiKey: string;
  reference: string;
  amountCents: Cents;
  player: Player;
  /** Names the player's bank account. */
  number: number;
}

export interface Ordered {
  id: string;
  partnerId: string;
}

const CURRENCY = 'TRY';
/** An api knows new partners within half a second. */
const KNOWN_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;

export async function orderDeposit({ services }: MorningDesk, order: Order): Promise<Ordered> {
  const { view, partner } = await known({ services }, order.apiKey);
  const { reference: externalReference, amountCents, player } = order;
  const { stored } = await createDeposit(services, {
    partner,
    view,
    identity: {
      partnerId: partner.id,
      type: 'deposit',
      externalReference,
      amountCents,
      currency: CURRENCY,
      customerId: player.id,
      payoutIban: null,
    },
    details: {
      externalReference,
      amountCents,
      currency: CURRENCY,
      redirectUrl: 'https://shop.example/return',
      redirectHost: 'shop.example',
      customer: { ...player, email: null },
    },
    isAbandoned: () => false,
    nowMs: Date.now(),
    deadlineMs: services.retry.deadlineMs(),
  });
  return { id: stored.id, partnerId: partner.id };
}

export async function orderWithdrawal({ services }: MorningDesk, order: Order): Promise<Ordered> {
  const { view, partner } = await known({ services }, order.apiKey);
  const { reference: externalReference, amountCents, player, number } = order;
  const iban = ibanOf(number);
  const { stored } = await createWithdrawal(services, {
    partner,
    view,
    identity: {
      partnerId: partner.id,
      type: 'withdrawal',
      externalReference,
      amountCents,
      currency: CURRENCY,
      customerId: player.id,
      payoutIban: iban,
    },
    details: {
      externalReference,
      amountCents,
      currency: CURRENCY,
      customer: player,
      account: { bankName: 'Garanti BBVA', holderName: player.fullName, iban },
    },
    isAbandoned: () => false,
    nowMs: Date.now(),
    deadlineMs: services.retry.deadlineMs(),
  });
  // The partner has the answer, as the api would have noticed.
  services.deliveredAnswers.confirm(stored.id);
  return { id: stored.id, partnerId: partner.id };
}

export async function cancelOrder(
  { api, services, retry }: MorningDesk,
  { id, partnerId }: Ordered,
): Promise<void> {
  await cancel({ pool: api, reads: services.reads, retry }, { id, partnerId });
}

/** The partner of a key, as soon as this process knows it. */
async function known(
  { services }: Pick<MorningDesk, 'services'>,
  apiKey: string,
): Promise<{ view: ConfigurationView; partner: Partner }> {
  const untilMs = performance.now() + KNOWN_WITHIN_MS;
  for (;;) {
    const view = await services.configuration.current();
    const partner = view.configuration.credentials.get(apiKey)?.partner;
    if (partner !== undefined) return { view, partner };
    if (performance.now() > untilMs) throw new Error('The api does not know a partner of the demo.');
    await sleep(LOOK_EVERY_MS);
  }
}
