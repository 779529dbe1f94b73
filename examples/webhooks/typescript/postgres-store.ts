import type { ProcessedEvents } from '@vezne/sdk';
import type pg from 'pg';

/** Claims the event, does the work and remembers the event in one transaction: all of it happens, or nothing. */
export function postgresStore(pool: pg.Pool): ProcessedEvents<pg.PoolClient> {
  return {
    async once(eventId, work) {
      const client = await pool.connect();
      let failure: unknown;
      try {
        await client.query('begin');
        // If another process has just claimed the event, this waits until that one commits or gives up.
        const claim = await client.query(
          'insert into processed_event (id) values ($1) on conflict do nothing',
          [eventId],
        );
        const isNew = claim.rowCount === 1;
        if (isNew) await work(client);
        // After an error that somebody caught, PostgreSQL undoes the transaction here and reports no failure.
        const { command } = await client.query('commit');
        if (command !== 'COMMIT') throw new Error(`Event ${eventId} was undone by an earlier error.`);
        return isNew ? 'done' : 'already';
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        // A connection that failed is closed, and the database undoes what it had begun.
        client.release(failure !== undefined);
      }
    },
  };
}
