/** What people of a partner do to its keys, networks and endpoints. The database says who they are, and writes it down with what they did. */
import type pg from 'pg';
import { isBroken, isTaken } from '../../constraint.ts';
import type { NewCredential } from './credentials.ts';
import type { NewWebhookSecret } from '../webhooks/endpoints.ts';

/** Who acts, by which session, and from where. */
export interface Hand {
  personId: string;
  sessionId: string;
  address: string;
}

function placeText({ sessionId, address }: Hand): string {
  return JSON.stringify({ session: sessionId, address });
}

/** The rule that the database holds. */
const LIVE_LIMIT = 'credential_live_limit';

export type MadeCredential =
  | { outcome: 'made'; expiring: { apiKey: string; expiresAt: Date }[] }
  | { outcome: 'too_many' };

/** Without an overlap the others stay. */
export async function makeCredential(
  client: pg.PoolClient,
  hand: Hand,
  {
    stored,
    overlapHours,
  }: { stored: Omit<NewCredential, 'createdBy' | 'partnerId'>; overlapHours: number | null },
): Promise<MadeCredential> {
  const { id, apiKey, apiSecretSealed, hashSecretSealed, keyVersion } = stored;
  const values = [
    hand.personId,
    hand.sessionId,
    id,
    apiKey,
    apiSecretSealed,
    hashSecretSealed,
    keyVersion,
    overlapHours,
    placeText(hand),
  ];
  try {
    const { rows } = await client.query<{ apiKey: string; expiresAt: Date }>(
      `select api_key as "apiKey", expires_at as "expiresAt" from portal_make_credential($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values,
    );
    return { outcome: 'made', expiring: rows };
  } catch (error) {
    if (isBroken(error, LIVE_LIMIT)) return { outcome: 'too_many' };
    throw error;
  }
}

/** False: there is none with that id, or it had ended before. */
export async function revokeCredential(client: pg.PoolClient, hand: Hand, id: string): Promise<boolean> {
  const { rows } = await client.query<{ ended: string | null }>(
    'select portal_revoke_credential($1, $2, $3, $4) as ended',
    [hand.personId, hand.sessionId, id, placeText(hand)],
  );
  return typeof rows[0]?.ended === 'string';
}

export async function rotateWebhookSecret(
  client: pg.PoolClient,
  hand: Hand,
  { stored, overlapHours }: { stored: Omit<NewWebhookSecret, 'createdBy'>; overlapHours: number },
): Promise<{ isFound: boolean; olderUntil: Date | null }> {
  const { id, endpointId, secretSealed, keyVersion } = stored;
  const { rows } = await client.query<{ isFound: boolean; olderUntil: Date | null }>(
    `select is_found as "isFound", older_until as "olderUntil"
     from portal_rotate_webhook_secret($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hand.personId, hand.sessionId, endpointId, id, secretSealed, keyVersion, overlapHours, placeText(hand)],
  );
  return rows[0] ?? { isFound: false, olderUntil: null };
}

/** What it was before; undefined: there is no such endpoint. One that is disabled stays so. */
export async function pauseWebhook(
  client: pg.PoolClient,
  hand: Hand,
  { endpointId, isPause }: { endpointId: string; isPause: boolean },
): Promise<string | undefined> {
  const { rows } = await client.query<{ was: string | null }>(
    'select portal_pause_webhook($1, $2, $3, $4) as was',
    [hand.personId, endpointId, isPause, placeText(hand)],
  );
  return rows[0]?.was ?? undefined;
}

/** Until the transaction ends nobody else changes it, and no worker writes down what became of its deliveries. */
export async function lockEndpoint(client: pg.PoolClient, id: string): Promise<boolean> {
  const { rows } = await client.query<{ isFound: boolean }>('select portal_lock_endpoint($1) as "isFound"', [
    id,
  ]);
  return rows[0]?.isFound === true;
}

export async function askForTest(
  client: pg.PoolClient,
  hand: Hand,
  { id, endpointId }: { id: string; endpointId: string },
): Promise<void> {
  await client.query('select portal_ask_webhook_test($1, $2, $3, $4)', [
    hand.personId,
    endpointId,
    id,
    placeText(hand),
  ]);
}

export async function isWorkerAlive(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isAlive: boolean }>('select is_worker_alive() as "isAlive"');
  return rows[0]?.isAlive === true;
}

/** The rules that the database holds: one request at a time, and no list that is too long. */
const ONE_OPEN = 'partner_network_request_open';
const MOST_NETWORKS = 'partner_network_request_wanted';

/** Done where that opens nothing; asked for otherwise. */
export async function setNetworks(
  client: pg.PoolClient,
  hand: Hand,
  { id, networks }: { id: string; networks: readonly string[] },
): Promise<'done' | 'asked' | 'one_is_open' | 'too_many'> {
  try {
    const { rows } = await client.query<{ isDone: boolean }>(
      'select portal_set_networks($1, $2, $3, $4::cidr[], $5) as "isDone"',
      [hand.personId, hand.sessionId, id, networks, placeText(hand)],
    );
    return rows[0]?.isDone === true ? 'done' : 'asked';
  } catch (error) {
    if (isTaken(error, ONE_OPEN)) return 'one_is_open';
    if (isBroken(error, MOST_NETWORKS)) return 'too_many';
    throw error;
  }
}

export type NetworkRequestEnd = 'confirmed' | 'declined' | 'withdrawn';
/** `overtaken`: the networks changed otherwise, or nobody answered in time. */
export type NetworkRequestStatus = 'open' | NetworkRequestEnd | 'overtaken';

/** `own`: it is theirs, or is not. */
export async function endNetworkRequest(
  client: pg.PoolClient,
  hand: Hand,
  { id, how }: { id: string; how: NetworkRequestEnd },
): Promise<'done' | 'not_found' | 'over' | 'own'> {
  const { rows } = await client.query<{ outcome: 'done' | 'not_found' | 'over' | 'own' }>(
    'select portal_end_network_request($1, $2, $3, $4, $5) as outcome',
    [hand.personId, hand.sessionId, id, how, placeText(hand)],
  );
  return rows[0]?.outcome ?? 'not_found';
}

/** False: the endpoint has had no such event, or it comes by itself. */
export async function replayEvent(
  client: pg.PoolClient,
  hand: Hand,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<boolean> {
  const { rows } = await client.query<{ isDone: boolean }>(
    'select portal_replay_event($1, $2, $3, $4) as "isDone"',
    [hand.personId, endpointId, eventId, placeText(hand)],
  );
  return rows[0]?.isDone === true;
}
