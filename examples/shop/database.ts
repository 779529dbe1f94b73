import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export type Value = string | bigint | null;

export interface Connection {
  rows<Row>(sql: string, ...values: Value[]): Row[];
  /** How many rows it changed. */
  run(sql: string, ...values: Value[]): number;
}

export interface Database {
  /** Sees what is committed, and nothing else. */
  read: Connection;
  /** All of the work happens, or nothing of it. */
  transaction<Result>(work: (connection: Connection) => Promise<Result> | Result): Promise<Result>;
  close(): void;
}

/** Another process that writes is done in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

export function openDatabase(file: string): Database {
  const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  writer.exec('pragma journal_mode = wal');
  writer.exec(readFileSync(new URL('tables.sql', import.meta.url), 'utf8'));
  const reader = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  const writing = connectionOf(writer);
  let last: Promise<unknown> = Promise.resolve();

  async function runAlone<Result>(work: (connection: Connection) => Promise<Result> | Result) {
    writer.exec('begin immediate');
    try {
      const result = await work(writing);
      writer.exec('commit');
      return result;
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback');
      throw error;
    }
  }

  return {
    read: connectionOf(reader),
    async transaction(work) {
      // One after the other: there is one connection that writes, and a request that came in between would take part.
      const result = last.then(async () => await runAlone(work));
      last = result.catch(() => undefined);
      return await result;
    },
    close() {
      reader.close();
      writer.close();
    },
  };
}

function connectionOf(database: DatabaseSync): Connection {
  const prepared = (sql: string) => {
    const statement = database.prepare(sql);
    // Money is never a floating-point number, not even on its way out of the database.
    statement.setReadBigInts(true);
    return statement;
  };
  return {
    rows: <Row>(sql: string, ...values: Value[]) => prepared(sql).all(...values) as Row[],
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
  };
}
