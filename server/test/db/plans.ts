import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface PlanNode {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
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

function everyNode(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(everyNode)];
}

export function indexesOf(nodes: readonly PlanNode[], table: string): (string | undefined)[] {
  return nodes.filter((node) => node['Relation Name'] === table).map((node) => node['Index Name']);
}

export function mostRows(nodes: readonly PlanNode[]): number {
  return Math.max(...nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)));
}
