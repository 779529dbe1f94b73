import type { TestContext } from 'node:test';
import type pg from 'pg';
import { commandLineActor } from '@vezne/domain/actor';
import { createDatabase } from '../../src/db/kysely.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import type { CredentialContext } from '../../src/usecases/admin-context.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { testKeys } from '../harness/keys.ts';

export interface Administration {
  database: TestDatabase;
  owner: pg.Pool;
  /** As in the command line: the database role vezne_admin, under the name ayse. */
  context: CredentialContext;
  /** The same role, for the second person. */
  pool: pg.Pool;
}

export async function createAdministration(t: TestContext): Promise<Administration> {
  const database = await createTestDatabase(t);
  const pool = database.pool('vezne_admin');
  return {
    database,
    owner: database.pool(),
    pool,
    context: {
      db: createDatabase(pool),
      actor: commandLineActor('ayse'),
      sealedSecrets: createSealedSecrets(testKeys.secretKeys),
      cell: 'c1',
    },
  };
}

export interface AuditRow {
  actor_kind: string;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: string;
  details: Record<string, unknown>;
}

export async function auditRows(owner: pg.Pool): Promise<AuditRow[]> {
  const { rows } = await owner.query<AuditRow>(
    'select actor_kind, actor, action, subject_type, subject_id, details from audit_entry order by id',
  );
  return rows;
}
