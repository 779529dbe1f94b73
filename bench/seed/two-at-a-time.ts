import type pg from 'pg';

/** Runs statements that build or tidy up, such as a vacuum, on two connections: each keeps a core busy, and the order doesn't matter. */
export async function runTwoAtATime(owner: pg.Pool, statements: readonly string[]): Promise<void> {
  const left = [...statements];
  await Promise.all(
    [1, 2].map(async () => {
      const client = await owner.connect();
      try {
        await client.query(`set maintenance_work_mem = '512MB'`);
        for (let next = left.shift(); next !== undefined; next = left.shift()) await client.query(next);
      } finally {
        client.release(true);
      }
    }),
  );
}
