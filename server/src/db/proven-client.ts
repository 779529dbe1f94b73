import pg from 'pg';
import { withTimeout } from '../concurrency/timeout.ts';
import { NotSentError, UnconfirmedError } from './errors.ts';
import { countWarnings } from './warnings.ts';

export interface ProvenConfig extends pg.ClientConfig {
  /** How many standbys have to confirm commits. Default: none, for the database is a single server. */
  expectedStandbys?: number | undefined;
}

/** What the proof says when it refuses a session. Their codes are not ours alone: PostgreSQL refuses connections with the same. */
export const COMMITS_ALONE = 'commits wait for no standby: synchronous_standby_names is empty';
export const COMMITS_UNCONFIRMED = 'commits of this session are not confirmed:';

/**
 * A connection may lead to a standby, to a primary that another has replaced, or to one that came back from a crash with rows that no
 * standby has. What was read or written there could be gone in a moment. A commit that a standby has confirmed shows that it is none of them:
 * everything before it in the log is then at the standby too.
 *
 * In a block the commit is part of a statement, so the server itself ends a wait that takes too long, with a warning. Otherwise
 * each try would leave a session behind for as long as no standby is there. Nothing of value is in this commit.
 *
 * A role or a database may have settings by which nobody waits for a standby, or hears that it did not confirm. Then each commit would be
 * acknowledged on the word of one server, so such a session is refused. So is one of a server that waits for no standby although there should be
 * some: its commits are confirmed at once, and prove nothing.
 */
const proofSql = (expectedStandbys: number): string => `
do $$
begin
  if pg_catalog.pg_is_in_recovery() then
    raise exception 'this server is a standby' using errcode = 'read_only_sql_transaction';
  end if;
  if pg_catalog.current_setting('synchronous_commit') in ('off', 'local')
    or pg_catalog.current_setting('client_min_messages') = 'error' then
    raise exception '${COMMITS_UNCONFIRMED} synchronous_commit is %, client_min_messages is %',
      pg_catalog.current_setting('synchronous_commit'), pg_catalog.current_setting('client_min_messages')
      using errcode = 'invalid_parameter_value';
  end if;
  if ${expectedStandbys} > 0 and pg_catalog.current_setting('synchronous_standby_names') = '' then
    raise exception '${COMMITS_ALONE}'
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform pg_catalog.pg_logical_emit_message(true, 'vezne', 'proof');
  commit;
end
$$`;

/** Below the time that a pool waits for a connection. */
const CONFIRMED_WITHIN_MS = 4_000;
/** The server ends the wait. One that does not even do that is gone without a word. */
const GRACE_MS = 500;

/** A connection that proves itself before its first use. One that can't is closed, and nothing was sent on it. */
export class ProvenClient extends pg.Client {
  readonly #expectedStandbys: number;

  constructor(config?: string | ProvenConfig) {
    super(config);
    this.#expectedStandbys = (typeof config === 'object' ? config.expectedStandbys : undefined) ?? 0;
    // A connection may break at any time. Whatever runs on it then fails, and the event says no more; without a listener it would end the process.
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const connected = this.#connectAndProve();
    if (callback === undefined) return connected;
    void this.#tell(connected, callback as (error?: Error) => void);
  }

  /** As pg does: the callback gets the error, if there is one. */
  async #tell(connected: Promise<this>, callback: (error?: Error) => void): Promise<void> {
    const [result] = await Promise.allSettled([connected]);
    if (result.status === 'fulfilled') callback();
    else callback(result.reason as Error);
  }

  async #connectAndProve(): Promise<this> {
    try {
      await super.connect();
      await prove(this, { expectedStandbys: this.#expectedStandbys, withinMs: CONFIRMED_WITHIN_MS });
      return this;
    } catch (error) {
      void this.end().catch(() => undefined);
      throw new NotSentError('No connection to the database was available.', { cause: error });
    }
  }
}

/** Rejects unless a commit on this connection is confirmed in time, and says why it was not. */
export async function prove(
  client: pg.ClientBase,
  { expectedStandbys, withinMs }: { expectedStandbys: number; withinMs: number },
): Promise<void> {
  await withTimeout(withinMs + GRACE_MS, proveWithin(client, expectedStandbys, withinMs));
}

async function proveWithin(client: pg.ClientBase, expectedStandbys: number, withinMs: number): Promise<void> {
  await client.query(`set statement_timeout = ${withinMs}`);
  const warnings = countWarnings(client);
  await client.query(proofSql(expectedStandbys));
  warnings.stop();
  if (warnings.count > 0) throw new UnconfirmedError('No standby confirmed a commit on this connection.');
  // What the pool asked for when it connected.
  await client.query('reset statement_timeout');
}
