import type pg from 'pg';
import { answeredWithin } from './statement.ts';
import type { StatementOptions } from './statement.ts';

/** Runs one statement, wherever its transaction comes from. */
export type Query = <Row extends pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** On a connection that is lent. */
export function queryOn(client: pg.ClientBase, { timeoutMs }: StatementOptions): Query {
  return async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await answeredWithin(timeoutMs, client.query<Row>(text, [...values]))).rows;
}
