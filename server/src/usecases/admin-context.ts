import type { Kysely } from 'kysely';
import type { Person } from '@vezne/domain/actor';
import type { Database } from '../db/schema.ts';
import type { SealedSecrets } from '../keys/sealed-secrets.ts';

/** What an administrator's action needs: the database, and who acts. */
export interface AdminContext {
  db: Kysely<Database>;
  actor: Person;
  /** Why, in the person's words: for the second person, if one is needed. */
  note?: string | null | undefined;
  /** Of a press at the console: the same id again is the same request, and not another one. */
  pressId?: string | undefined;
}

/** For actions that make credentials. */
export interface CredentialContext extends AdminContext {
  sealedSecrets: SealedSecrets;
  /** Part of every API key. */
  cell: string;
}
