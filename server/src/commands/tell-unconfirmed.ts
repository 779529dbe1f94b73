import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { warn } from './output.ts';

/** A commit takes milliseconds. Shorter, and a standby that is replaced on purpose would be told of. */
const TOLD_AFTER_MS = 5_000;
/** Every commit waits for a standby for some milliseconds: only the same one, seen again, is held up. */
const SEEN_AGAIN_AFTER_MS = 1_000;
const LOOK_MS = 3_000;

/**
 * A commit waits for a standby for as long as there is none. The person at the command line would see nothing of it, stop the command, and not
 * know what that left behind. So another connection looks every few seconds whether one of the command's waits like that, and says so once.
 */
export function tellUnconfirmed(
  url: string,
  /** What the person does who has stopped the command. */
  { thenDo = 'look with vezne audit list' }: { thenDo?: string } = {},
): { follow: (client: object) => void; stop: () => Promise<void> } {
  const sessions = new Set<number>();
  const stopped = new AbortController();
  const watching = watch(url, { sessions, signal: stopped.signal, text: textOf(thenDo) });
  return {
    /** One of the command's connections, when it is connected. */
    follow(client) {
      const session = sessionOf(client);
      if (session !== undefined) sessions.add(session);
    },
    stop: async () => {
      stopped.abort();
      await watching;
    },
  };
}

async function watch(
  url: string,
  { sessions, signal, text }: { sessions: ReadonlySet<number>; signal: AbortSignal; text: string },
): Promise<void> {
  while (await hasPassed(TOLD_AFTER_MS, signal)) {
    const before = await waitingCommits(url, [...sessions]);
    if (before.length === 0 || !(await hasPassed(SEEN_AGAIN_AFTER_MS, signal))) continue;
    const now = await waitingCommits(url, [...sessions]);
    if (!now.some((commit) => before.includes(commit))) continue;
    if (!signal.aborted) warn(text);
    return;
  }
}

async function hasPassed(ms: number, signal: AbortSignal): Promise<boolean> {
  return await sleep(ms, true, { signal }).catch(() => false);
}

/**
 * Each commit of these sessions that waits now, by session and transaction: a block that commits its batches is one query. Whoever can't look
 * says nothing: the command itself tells what becomes of its connection.
 */
async function waitingCommits(url: string, sessions: readonly number[]): Promise<string[]> {
  return sessions.length === 0 ? [] : await lookUpWaiting(url, sessions).catch(() => []);
}

/** By a connection that need not prove itself: just now none could. */
async function lookUpWaiting(url: string, sessions: readonly number[]): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vezne-admin-looks',
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ commit: string }>(
      `select pid || ' ' || xact_start as commit from pg_stat_activity where pid = any($1) and wait_event = 'SyncRep'`,
      [sessions],
    );
    return rows.map(({ commit }) => commit);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The driver has it for cancelling, and its types don't name it. */
function sessionOf(client: object): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;
}

function textOf(thenDo: string): string {
  return (
    'No standby confirms what this command wrote, so it waits. It ends as soon as one does. If you stop it now, what it wrote may still come to hold, or be ' +
    `gone after a failover: ${thenDo}. See "The database confirms nothing" in the runbook.`
  );
}
