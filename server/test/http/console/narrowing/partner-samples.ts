/** What a partner can't do any more, seen by its signed requests to the api. */
import { randomUUID } from 'node:crypto';
import { get, post } from '../../../harness/client.ts';
import type { Answer } from '../../../harness/client.ts';
import { depositBody, insertPartner, turkishIban, withdrawalBody } from '../../../harness/factories.ts';
import type { PartnerOptions, TestPartner } from '../../../harness/factories.ts';
import { asked } from './sample.ts';
import type { Cell, Press, Sample } from './sample.ts';

/** `open`, or why not. */
export function answerOf({ status, json, text }: Answer): string {
  if (status < 300) return 'open';
  return typeof json?.['code'] === 'string' ? json['code'] : text;
}

type Ask = (api: string, partner: TestPartner) => Promise<string>;

/** Each of a player of its own. */
export const deposits: Ask = async (api, partner) => {
  const customer = { ...depositBody().customer, id: randomUUID() };
  return answerOf(await post(api, partner, '/v1/deposits', depositBody({ customer })));
};

const ofOnePlayer: Ask = async (api, partner) =>
  answerOf(await post(api, partner, '/v1/deposits', depositBody()));

export const withdrawals: Ask = async (api, partner) =>
  answerOf(await post(api, partner, '/v1/withdrawals', withdrawalBody()));

export const withdrawalsTo =
  (account: object): Ask =>
  async (api, partner) => {
    const body = withdrawalBody();
    const withdrawalAccount = { ...body.withdrawalAccount, ...account };
    return answerOf(await post(api, partner, '/v1/withdrawals', { ...body, withdrawalAccount }));
  };

/** Closed when one of several at once is refused: some are let through in every second. */
const atOnce: Ask = async (api, partner) => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => answerOf(await get(api, partner, '/v1/balance'))),
  );
  return answers.find((answer) => answer !== 'open') ?? 'open';
};

/** What a new partner asks for, until it is refused so. */
export const partnerPress =
  (body: object, ask: Ask, closed: string, options: PartnerOptions = {}) =>
  async ({ desk, api }: Cell): Promise<Press & { partner: TestPartner }> => {
    const partner = await insertPartner(desk.owner, options);
    return { id: partner.id, body, partner, ...asked(async () => await ask(api, partner), closed) };
  };

const narrower = (
  what: string,
  body: object,
  ask: Ask,
  closed: string,
  options: PartnerOptions = {},
): Sample => ({
  action: 'partner.set',
  route: 'setPartner',
  what,
  prepare: partnerPress(body, ask, closed, options),
});

export const PARTNER_SAMPLES: readonly Sample[] = [
  {
    action: 'partner.disable',
    route: 'disablePartner',
    prepare: partnerPress({}, deposits, 'partner_disabled'),
  },
  {
    action: 'partner.pause',
    route: 'pausePartner',
    what: 'deposits',
    prepare: partnerPress({ deposits: true, withdrawals: false }, deposits, 'deposits_paused'),
  },
  {
    action: 'partner.pause',
    route: 'pausePartner',
    what: 'withdrawals',
    prepare: partnerPress({ deposits: false, withdrawals: true }, withdrawals, 'withdrawals_paused'),
  },
  narrower('a network', { allowedNetworks: ['10.0.0.0/8'] }, deposits, 'address_not_allowed', {
    allowedNetworks: ['10.0.0.0/8', '127.0.0.0/8'],
  }),
  narrower('a host', { redirectHosts: ['other.example'] }, deposits, 'invalid_request', {
    redirectHosts: ['other.example', 'shop.example'],
  }),
  narrower('the rate', { requestsPerSecond: 1 }, atOnce, 'rate_limited'),
  narrower('the largest deposit', { depositMaxCents: 99_999 }, deposits, 'amount_out_of_range'),
  narrower('the smallest withdrawal', { withdrawalMinCents: 100_001 }, withdrawals, 'amount_out_of_range'),
  narrower('what a player may in a day', { playerDayDepositCount: 1 }, ofOnePlayer, 'player_limit_reached'),
  narrower(
    'accounts of others',
    { refuseOtherHolders: true },
    withdrawalsTo({ accountHolderName: 'Mehmet Kaya' }),
    'invalid_request',
  ),
  {
    action: 'credentials.revoke',
    route: 'revokePartnerCredential',
    async prepare(cell) {
      const press = await partnerPress({}, deposits, 'signature_invalid')(cell);
      return { ...press, body: { apiKey: press.partner.apiKey } };
    },
  },
  {
    action: 'block.add',
    route: 'addBlock',
    what: 'a player',
    async prepare(cell) {
      const { id: partnerId, ...press } = await partnerPress({}, ofOnePlayer, 'player_blocked')(cell);
      const subject = { kind: 'player', partnerId, customerId: depositBody().customer.id };
      return { ...press, body: { subject, reason: 'Chargebacks.', until: null } };
    },
  },
  {
    action: 'block.add',
    route: 'addBlock',
    what: 'an IBAN',
    async prepare(cell) {
      const iban = turkishIban(6_000_001);
      const { id: _, ...press } = await partnerPress({}, withdrawalsTo({ iban }), 'invalid_request')(cell);
      return { ...press, body: { subject: { kind: 'iban', iban }, reason: 'Reported.', until: null } };
    },
  },
];
