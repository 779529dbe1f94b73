import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export type Value = string | bigint | null;

export interface Connection {
  rows<Row>(sql: string, ...values: Value[]): Row[];
  /** Returns how many rows it changed. */
  run(sql: string, ...values: Value[]): number;
}

export interface Database {
  /** Sees only what is committed. */
  read: Connection;
  /** All of the work happens, or none of it. */
  transaction<Result>(work: (connection: Connection) => Promise<Result> | Result): Promise<Result>;
  close(): void;
}

/** Another process that writes is done within milliseconds. */
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
      // One after the other: there is only one connection for writing, and a request in between would join the transaction.
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
    // Money is never a floating-point number, not even when it is read from the database.
    statement.setReadBigInts(true);
    return statement;
  };
  return {
    rows: <Row>(sql: string, ...values: Value[]) => prepared(sql).all(...values) as Row[],
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
  };
}
