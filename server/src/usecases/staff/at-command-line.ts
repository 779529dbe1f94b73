import type { Kysely } from 'kysely';
import { commandLineActor, staffAtCommandLine } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { findStaff, hasStaff } from '../../db/read/staff/staff.ts';
import type { Database } from '../../db/schema.ts';
import { refused } from '../refusal.ts';

/**
 * Who somebody at the command line is. Until there are staff, whoever they say. From then on one of these, by their handle: the
 * same person as at the console, so that nobody is two. Whose roles begin later is not one of them yet.
 */
export async function personAtCommandLine(db: Kysely<Database>, name: string): Promise<Person> {
  const person = await findStaff(db, name);
  if (person?.status === 'active' && person.roles.length > 0) return staffAtCommandLine(person);
  if (person !== undefined || (await hasStaff(db))) throw refused('not_active_staff', { name });
  return commandLineActor(name);
}
