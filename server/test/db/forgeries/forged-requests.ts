/** Requests as somebody would write them who has a process's role: asked, confirmed and carried out by plain SQL. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** The roles that ask and confirm. */
export const DOORS = ['vezne_console', 'vezne_admin'] as const;
export type Door = (typeof DOORS)[number];

export interface ForgedRequest {
  action: string;
  subject: { type: string; id: string };
  after: object;
}

export interface ForgedHands {
  asker: { id: string; handle: string };
  confirmer: { id: string; handle: string };
  /** How both came. Default: as people do by this door. */
  kind?: string;
}

const ASK = `insert into second_person_request (id, action, subject_type, subject_id, details, before, after, fingerprint,
    asked_by_kind, asked_by_id, asked_by) values ($1, $2, $3, $4, '{}', '{}', $5, 'f', $6, $7, $8)`;
const CONFIRM = `update second_person_request set status = 'confirmed', decided_by_kind = $2, decided_by_id = $3, decided_by = $4,
    decided_at = now() where id = $1`;

/** How people come by a door. */
export const kindOf = (door: Door): string => (door === 'vezne_console' ? 'staff' : 'command_line');

/** Asks, confirms and does it, as the program of the door would, with whatever the forger says. */
export async function byForgedRequest(
  pool: pg.Pool,
  door: Door,
  { action, subject, after }: ForgedRequest,
  { asker, confirmer, kind = kindOf(door) }: ForgedHands,
  statements: readonly string[],
): Promise<void> {
  const id = randomUUID();
  await pool.query(ASK, [id, action, subject.type, subject.id, after, kind, asker.id, asker.handle]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(CONFIRM, [id, kind, confirmer.id, confirmer.handle]);
    for (const sql of statements) await client.query(sql);
    await client.query('commit');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
