/**
 * What signing in keeps. Our own people and those of partners have tables of their own, and one set of rules: usecases/sign-in knows this type
 * and no table.
 */
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Failures, ThrottleKind } from '@vezne/domain/sign-in-throttle';

export const ATTEMPT_PURPOSES = [
  'second_factor',
  'passkey_sign_in',
  'passkey_step_up',
  'passkey_register',
] as const;
export type AttemptPurpose = (typeof ATTEMPT_PURPOSES)[number];

/** Whom the store can find again. */
export interface PersonKey {
  readonly id: string;
  /** Whose people they are; absent of our own. */
  readonly partnerId?: string;
}

/** A person as sign-in sees them. */
export interface SignInPerson extends PersonKey {
  /** What they sign in with: a name of ours, or the e-mail address of somebody of a partner. */
  handle: string;
  name: string;
  status: 'active' | 'disabled';
  passwordSetAt: Date | null;
  hasTotp: boolean;
  hasPasskey: boolean;
  hasRecoveryCode: boolean;
}

/** Whom a link is for. */
export interface Enrolment extends PersonKey {
  handle: string;
  name: string;
  /** Somebody signs in with the address by now. */
  isTaken?: boolean;
}

/** A sign-in between two requests. */
export interface SignInAttempt<P extends SignInPerson> {
  id: string;
  purpose: AttemptPurpose;
  challenge: Buffer | null;
  person: P | undefined;
}

/** A session with its person, as they are at this moment. */
export interface SessionRecord<P extends SignInPerson> {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  endReason: string | null;
  stepUpBeganAt: Date | null;
  stepUpAt: Date | null;
  /** The person's roles have changed since, at a moment that was planned; absent of people of partners, whose roles change at once. */
  isBeforeRoles?: boolean | undefined;
  address: string;
  person: P;
}

export interface OpenSession {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  address: string;
  userAgent: string;
}

export interface TotpRecord {
  secretSealed: string;
  confirmedAt: Date | null;
}

export interface PasskeyRecord {
  id: string;
  owner: PersonKey;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: bigint;
  transports: string[];
  name: string;
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A handle or a network whose wrong answers are counted. */
export interface ThrottleSubject {
  kind: ThrottleKind;
  /** SHA-256 in hex. */
  subject: string;
}

export type LockedFailures = ThrottleSubject & {
  failures: Failures;
  /** Nothing was known of it. */
  isNew: boolean;
};

export interface NewAttempt {
  id: string;
  tokenHash: Buffer;
  person: PersonKey | undefined;
  purpose: AttemptPurpose;
  sessionId?: string;
  challenge?: Buffer;
  /** From now on, by the database's clock. */
  lifetimeSeconds: number;
}

export interface NewSession {
  id: string;
  tokenHash: Buffer;
  person: PersonKey;
  lifetimeSeconds: number;
  address: string;
  userAgent: string;
}

export interface NewPasskeyRow {
  id: string;
  person: PersonKey;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: bigint;
  transports: string[];
  name: string;
  isBackedUp: boolean;
}

/** What somebody did to their own session or factors. */
export interface OwnEntry {
  person: PersonKey & { handle: string };
  action: AuditAction;
  /** Where the person was: the session, if there is one, and the address. */
  session?: string | undefined;
  address: string;
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** What one transaction writes. */
export interface SignInWrites {
  /**
   * Locks what is remembered of these subjects, until the transaction ends. A subject of which nothing was known gets a row that counts
   * nothing yet: `isNew`.
   */
  lockFailures(subjects: readonly ThrottleSubject[], now: Date): Promise<LockedFailures[]>;
  writeFailures(subject: ThrottleSubject, failures: Failures): Promise<void>;
  /** The answer was right: for a person, all that was wrong before is forgotten. */
  forgetFailures(subject: ThrottleSubject): Promise<void>;
  /** For a network, only this try: a guesser who has an account of their own must not wipe the slate with it. */
  takeBackTry(subject: ThrottleSubject): Promise<void>;

  insertAttempt(attempt: NewAttempt): Promise<void>;
  /** False: another request has used it first. Of all who try, one wins. */
  useAttempt(id: string, now: Date): Promise<boolean>;

  /** The database refuses it to somebody who is not active. */
  insertSession(session: NewSession): Promise<void>;
  /** False: it had ended before. */
  endSession(session: { id: string; reason: string; now: Date }): Promise<boolean>;
  /** Of the token that a browser came with. */
  endSessionOfToken(session: { tokenHash: Buffer; reason: string; now: Date }): Promise<void>;
  /** Whether it still counts. It goes on counting until the transaction ends. Lock the person first, as whoever ends sessions does. */
  holdSession(id: string): Promise<boolean>;
  /** All of a person's, but the one that they use. What somebody has begun with the password is over too. */
  endOtherSessions(kept: { person: PersonKey; keptId: string; reason: string; now: Date }): Promise<number>;
  touchSession(session: { id: string; now: Date }): Promise<void>;
  /** A proof, with a new token: the one before is worth nothing from now on. False: the session is not what it was. */
  stepSessionUp(proof: {
    id: string;
    before: Buffer;
    after: Buffer;
    now: Date;
    /** Where the person was. */
    address: string;
  }): Promise<boolean>;
  /** The proof was used, and counts on from here. */
  slideStepUp(session: { id: string; now: Date }): Promise<void>;

  /** Sets a password, or replaces it. */
  writePassword(password: { person: PersonKey; hash: string; now: Date }): Promise<void>;
  /** Another password in place of the one that was just checked. False: that one is gone. */
  replacePassword(password: {
    person: PersonKey;
    before: string;
    after: string;
    now: Date;
  }): Promise<boolean>;
  /** Whether this is still the person's password. A reset that is under way is waited for, and the next one waits for us. */
  holdPassword(password: { person: PersonKey; hash: string }): Promise<boolean>;
  /** The same password at another cost. Nothing is written if it was changed meanwhile. */
  rewritePassword(password: { person: PersonKey; before: string; after: string }): Promise<void>;

  /** A secret that counts once a code of it was right. False: one counts already. */
  writeUnconfirmedTotp(totp: {
    person: PersonKey;
    secretSealed: string;
    keyVersion: number;
    now: Date;
  }): Promise<boolean>;
  /** The same secret under another key. Nothing is written if it was replaced meanwhile. */
  rewriteTotp(totp: { person: PersonKey; before: string; after: string; keyVersion: number }): Promise<void>;
  /** False: somebody has confirmed it, or replaced its secret, meanwhile. */
  confirmTotp(totp: { person: PersonKey; secretSealed: string; step: bigint; now: Date }): Promise<boolean>;
  /** Takes the code of this step, and every one before it. False: it was taken already. Of all who try, one wins. */
  takeTotpStep(code: { person: PersonKey; step: bigint }): Promise<boolean>;
  deleteTotp(person: PersonKey): Promise<boolean>;

  /** False: the device has it already, for this person or another. */
  insertPasskey(passkey: NewPasskeyRow): Promise<boolean>;
  /** False: it was removed, or has counted further meanwhile. */
  usePasskey(used: { id: string; signCount: bigint; isBackedUp: boolean; now: Date }): Promise<boolean>;
  renamePasskey(passkey: { id: string; person: PersonKey; name: string }): Promise<boolean>;
  deletePasskey(passkey: { id: string; person: PersonKey }): Promise<{ name: string } | undefined>;

  /** One who changes factors waits for another: two who each remove the last but one would leave none. */
  lockFactors(person: PersonKey): Promise<{ factorCount: number; passkeyCount: number }>;
  /** New ones. The old ones stop working. */
  replaceRecoveryCodes(codes: { person: PersonKey; hashes: readonly Buffer[] }): Promise<void>;
  deleteRecoveryCodes(person: PersonKey): Promise<void>;
  /** False: it is no code of this person, or was used. Of all who try, one wins. */
  takeRecoveryCode(code: { person: PersonKey; hash: Buffer; now: Date }): Promise<boolean>;

  /**
   * Uses a link up. From now on whoever was the person before it is so no longer. `over`: it is wrong, used, expired, or its person is
   * disabled. `taken`: somebody else signs in with that address.
   */
  takeEnrolment(link: {
    offered: Enrolment;
    tokenHash: Buffer;
    now: Date;
    address: string;
  }): Promise<'taken_up' | 'over' | 'taken'>;

  audit(entry: OwnEntry): Promise<void>;
}

/** The people of one surface, and how they sign in. */
export interface SignInStore<P extends SignInPerson> {
  /**
   * The person with this handle, and whether they have signed in from this network before. An unknown handle takes as long as a known one.
   */
  findByHandle(wanted: {
    handle: string;
    network: string | null;
  }): Promise<{ person: P | undefined; passwordHash: string | null; isKnownNetwork: boolean }>;
  findActivePerson(person: PersonKey): Promise<P | undefined>;
  findPasswordHash(person: PersonKey): Promise<string | null>;
  isKnownNetwork(place: { person: PersonKey; network: string | null }): Promise<boolean>;
  /** The attempt that a browser's cookie stands for, unless it is over. */
  findAttempt(wanted: { tokenHash: Buffer; now: Date }): Promise<SignInAttempt<P> | undefined>;
  /** The last question that a session was asked for this purpose, unless it is over. */
  findAttemptOfSession(wanted: {
    person: PersonKey;
    sessionId: string;
    purpose: AttemptPurpose;
    now: Date;
  }): Promise<{ id: string; challenge: Buffer | null } | undefined>;
  /** Read for every request: whoever is disabled, or whose session was ended, is out with the next one. */
  findSession(tokenHash: Buffer): Promise<SessionRecord<P> | undefined>;
  /** A person's sessions that nobody has ended, the newest first. */
  listOpenSessions(person: PersonKey): Promise<OpenSession[]>;
  findTotp(person: PersonKey): Promise<TotpRecord | undefined>;
  /** Whose secrets were sealed with an older version of the key. */
  listOlderTotps(version: number): Promise<PersonKey[]>;
  /** Oldest first. */
  listPasskeys(person: PersonKey): Promise<PasskeyRecord[]>;
  findPasskey(credentialId: Buffer): Promise<PasskeyRecord | undefined>;
  countRecoveryCodesLeft(person: PersonKey): Promise<number>;
  /** Whom a link is for, unless it is over. */
  findEnrolment(wanted: { tokenHash: Buffer; now: Date }): Promise<Enrolment | undefined>;

  /** One transaction. `person`: whose rows it is about; undefined while nobody is known. */
  transact<T>(person: PersonKey | undefined, work: (writes: SignInWrites) => Promise<T>): Promise<T>;

  /** Removes what stands for nothing any more. */
  forgetOld(before: { now: Date; failuresBefore: Date }): Promise<void>;
}
