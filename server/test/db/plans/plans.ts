import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  /** What the statement calls the table. */
  Alias?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** What a prepared statement does with these values: every node of its plan, run for real. */
export async function planOf(
  api: pg.PoolClient,
  sql: string,
  types: readonly string[],
  values: readonly string[],
): Promise<PlanNode[]> {
  const name = `plan_${randomUUID().replaceAll('-', '')}`;
  await api.query(`prepare ${name} (${types.join(', ')}) as ${sql}`);
  const { rows } = await api.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) execute ${name} (${values.map((value) => `'${value}'`).join(', ')})`,
  );
  return everyNode(rows[0]?.['QUERY PLAN'][0].Plan ?? assert.fail());
}

/** What a statement with values does: every node of its plan, run for real. */
export async function explained(
  db: pg.Pool | pg.PoolClient,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<PlanNode[]> {
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${sql}`,
    [...parameters],
  );
  return everyNode(rows[0]?.['QUERY PLAN'][0].Plan ?? assert.fail());
}

/** How many rows of a table were looked at in all. */
export function readRows(nodes: readonly PlanNode[], table: string): number {
  const ofTable = nodes.filter((node) => node['Relation Name'] === table);
  return Math.round(
    ofTable.reduce((sum, node) => {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      return sum + (node['Actual Rows'] + removed) * node['Actual Loops'];
    }, 0),
  );
}

export function everyNode(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(everyNode)];
}

export function indexesOf(nodes: readonly PlanNode[], table: string): (string | undefined)[] {
  // A bitmap is made by a node below the one that reads the table.
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .map((node) => everyNode(node).find((each) => each['Index Name'] !== undefined)?.['Index Name']);
}

export function mostRows(nodes: readonly PlanNode[]): number {
  return Math.max(...nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)));
}
