/** A second person, or whoever asked, ends a request at the console. */
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { createDatabase } from '../../db/kysely.ts';
import { findConfirmedRequestRecord, findRequestRecord } from '../../db/read/requests/request-rows.ts';
import type { RequestRecord } from '../../db/read/requests/request-rows.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import type { RequestEnd } from '../../db/write/requests/four-eyes-requests.ts';
import { checkedText } from '../checked-text.ts';
import { confirmRequest } from '../confirmation/confirm.ts';
import { declineRequest, withdrawRequest } from '../four-eyes/end.ts';
import { RefusedError, refused } from '../refusal.ts';
import type { Post } from '../staff/invitation.ts';
import { maySee } from './judge.ts';
import { issuerFor } from './issuer.ts';
import type { Sealing } from './issuer.ts';
import { toldOnce } from './told-once.ts';
import type { ToldOnce } from './told-once.ts';
import { isConfirmedAtConsole } from './where.ts';

const OPTIONS = { timeoutMs: 5_000 };

interface RequestDesk {
  pool: pg.Pool;
  db: Kysely<Database>;
  consoleUrl: string;
  portalUrl: string | undefined;
  sealing: Sealing;
  post: Post;
  tracing?: Context['tracing'];
}

export function createRequestDesk(
  { pool, tracing }: Pick<Context, 'pool' | 'tracing'>,
  {
    consoleUrl,
    portalUrl,
    sealing,
    post,
  }: Pick<RequestDesk, 'consoleUrl' | 'portalUrl' | 'sealing' | 'post'>,
): RequestDesk {
  return { pool, db: createDatabase(pool), consoleUrl, portalUrl, sealing, post, tracing };
}

interface Pressed {
  id: string;
  actor: SignedInPerson;
}

/** What a person at the console may know of; to everybody else it does not exist. */
async function seen(
  { pool }: Pick<RequestDesk, 'pool'>,
  { id, actor }: Pressed,
  find: typeof findRequestRecord = findRequestRecord,
): Promise<RequestRecord> {
  const record = await find(pool, id, OPTIONS);
  if (record === undefined || !maySee(record, actor)) throw refused('request_not_found', { requestId: id });
  return record;
}

/**
 * A request ends once. Whoever ended it so and presses again, because an answer was lost, is told the same: undefined stands for what is
 * told only the first time.
 */
async function once<Result>(
  desk: Pick<RequestDesk, 'pool'>,
  pressed: Pressed,
  end: { end: RequestEnd; note?: string },
  run: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RefusedError) || error.refusal.code !== 'request_already_ended') throw error;
    const { status, decidedById, decisionNote } = await seen(desk, pressed, findConfirmedRequestRecord);
    if (status !== end.end || decidedById !== pressed.actor.id) throw error;
    // The first words stand, and whoever says others must not read that theirs do.
    if ((end.note ?? null) !== decisionNote) throw error;
    return undefined;
  }
}

/** Agrees, and does it. Returns what is told this once. */
export async function confirmAtConsole(
  desk: RequestDesk,
  pressed: Pressed & { marksRead: readonly PayoutMark[]; senderIban: string | undefined },
): Promise<ToldOnce> {
  const { pool, db, consoleUrl, sealing, post, tracing } = desk;
  const portalUrl = (): string => {
    if (desk.portalUrl === undefined) throw refused('no_portal');
    return desk.portalUrl;
  };
  const { id, actor, marksRead, senderIban } = pressed;
  const { action } = await seen(desk, pressed);
  if (!isConfirmedAtConsole(action)) throw refused('confirmed_at_command_line', { requestId: id });
  const issuer = await issuerFor(pool, action, sealing);
  const person = { actor, marksRead, senderIban };
  const context = { pool, db, tracing, ...person, issuer, consoleUrl: () => consoleUrl, portalUrl };
  const result = await once(
    desk,
    pressed,
    { end: 'confirmed' },
    async () => await confirmRequest(context, id),
  );
  return await toldOnce(result, post);
}

/** Says no, and why. */
export async function declineAtConsole(
  desk: Pick<RequestDesk, 'pool'>,
  pressed: Pressed & { reason: string },
): Promise<void> {
  const { id, actor, reason } = pressed;
  await seen(desk, pressed);
  const note = checkedText('note', reason, { maxLength: 1024 });
  await once(
    desk,
    pressed,
    { end: 'declined', note },
    async () => await declineRequest(desk.pool, { id, actor, reason: note }),
  );
}

export async function withdrawAtConsole(desk: Pick<RequestDesk, 'pool'>, pressed: Pressed): Promise<void> {
  const { id, actor } = pressed;
  await seen(desk, pressed);
  await once(
    desk,
    pressed,
    { end: 'withdrawn' },
    async () => await withdrawRequest(desk.pool, { id, actor }),
  );
}
