/** Who acts. Every step, every audit entry and every decision names one. */
import { foldName } from './names.ts';
import type { Role } from './permissions.ts';

export const ACTOR_KINDS = ['staff', 'partner_staff', 'partner', 'player', 'command_line', 'system'] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The kinds that are people with names of their own. Only they are audited. */
export const PERSON_KINDS = ['staff', 'partner_staff', 'command_line'] as const;

export type PersonKind = (typeof PERSON_KINDS)[number];

export interface Actor<Kind extends ActorKind = ActorKind> {
  kind: Kind;
  /** What makes two actors the same. Names are for reading only. */
  id: string;
  name: string;
}

/** One of ours who has signed in, with what their session knows of them at this moment. The name is the handle. */
export interface SignedInPerson extends Actor<'staff'> {
  roles: readonly Role[];
  session: { id: string; address: string };
  /** Until when they need not show their second factor again; null: they have not yet. */
  stepUpUntil: Date | null;
}

/** A person of ours or of a partner's. */
export type Person = Actor<'partner_staff' | 'command_line'> | SignedInPerson;

/**
 * Somebody at the command line, known by the name they give. Until there are staff, the folded name is the id, without its
 * blanks: `a li`, `ALİ` and `ali` are one person, so a second spelling is no second pair of eyes.
 */
export function commandLineActor(name: string): Actor<'command_line'> {
  return { kind: 'command_line', id: personIdOf(name), name };
}

/** One of our staff at the command line: the same person there as at the console. */
export function staffAtCommandLine({ id, handle }: { id: string; handle: string }): Actor<'command_line'> {
  return { kind: 'command_line', id, name: handle };
}

/**
 * Letters and digits, so that a handle folds to itself: names are compared without anything else, and `a.b` and `a-b` would be one
 * person.
 */
export function isHandle(text: string): boolean {
  return /^[a-z][a-z0-9]{1,31}$/.test(text);
}

/** Latin letters, the Turkish ones among them, and what names and user names are written with. */
const NAME_CHARACTERS = /^[\p{Script=Latin}0-9 .'’_-]+$/u;

/**
 * Whether a person may be named so. A letter of another script, or a rare Latin one, can look like one of ours: two spellings that
 * nobody can tell apart would be two people. So every letter has to fold to one of a to z.
 */
export function isPersonName(name: string): boolean {
  return NAME_CHARACTERS.test(name) && /^[a-z0-9 ]*$/.test(foldName(name));
}

/** As long as the columns for ids. */
const ID_MAX_LENGTH = 128;

/**
 * The id that a name stands for where only the name was kept. A name without letters stands for itself. Folding can make a
 * name longer (ß is ss); names that are alike as far as an id reaches count as one person, which is the safe side.
 */
export function personIdOf(name: string): string {
  const folded = foldName(name).replaceAll(' ', '') || name.trim();
  return Array.from(folded).slice(0, ID_MAX_LENGTH).join('');
}

/** Where a person acted from, for the audit log: their session and its address, if they signed in. */
export function sessionDetails(person: Actor<PersonKind> | SignedInPerson): {
  session?: string;
  address?: string;
} {
  return 'session' in person ? { session: person.session.id, address: person.session.address } : {};
}

/** A person as a row keeps them. Rows from before ids were kept have the name alone. */
export interface StoredPerson {
  readonly id: string | null;
  readonly name: string;
}

/**
 * Whether a stored person may be this one. A namesake counts as the same person, and so does somebody who comes by another
 * door under the same name: two people whose names can't be told apart are no four eyes.
 */
export function isSamePerson({ id, name }: Person, stored: StoredPerson): boolean {
  const storedName = personIdOf(stored.name);
  return stored.id === id || storedName === id || storedName === personIdOf(name);
}

/** The id that the history keeps: of people. For the others the name is all there is to know. */
export function storedActorId({ kind, id }: Actor): string | null {
  return PERSON_KINDS.some((person) => person === kind) ? id : null;
}

/** A partner acts through its keys; which of its people did is not known to us. */
export function partnerActor(partnerId: string): Actor<'partner'> {
  return { kind: 'partner', id: partnerId, name: partnerId };
}

/** A player is known by the address of the page alone. */
export const PLAYER: Actor<'player'> = { kind: 'player', id: 'player', name: 'player' };

/** A job of ours, by its name. */
export function systemActor(job: string): Actor<'system'> {
  return { kind: 'system', id: job, name: job };
}
