import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** The place that passkeys are made for. Browsers offer them nowhere else. */
export interface PasskeyPlace {
  /** The host of the place's address. */
  rpId: string;
  origin: string;
}

export interface KnownPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: bigint;
  transports: readonly string[];
}

export interface NewPasskey extends KnownPasskey {
  isBackedUp: boolean;
}

/** What a browser answers with a passkey, and what it answers when it has made one. */
export type PasskeyAnswer = Loose<AuthenticationResponseJSON>;
export type NewPasskeyAnswer = Loose<RegistrationResponseJSON>;

/** The same with fields that may be there and hold nothing, as a checked body has them. */
type Loose<Answer extends { response: object }> = Pick<
  Answer,
  Extract<keyof Answer, 'id' | 'rawId' | 'type'>
> & {
  clientExtensionResults: object;
  authenticatorAttachment?: 'platform' | 'cross-platform' | undefined;
  response: { [Field in keyof Answer['response']]: Answer['response'][Field] | undefined };
};

/** ES256 and RS256: every authenticator has one of them. The library's own list makes Node warn of experiments. */
const ALGORITHMS = [-7, -257];

/** A person looks for their key in this time. The attempt itself lives longer. */
const TIMEOUT_MS = 2 * 60_000;

type Bytes = Uint8Array<ArrayBuffer>;

export async function registrationOptions(
  { rpId }: PasskeyPlace,
  {
    person,
    challenge,
    existing,
  }: {
    person: { id: string; handle: string; name: string };
    challenge: Buffer;
    existing: readonly Pick<KnownPasskey, 'credentialId'>[];
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return await generateRegistrationOptions({
    rpName: 'Vezne',
    rpID: rpId,
    userID: bytesOf(Buffer.from(person.id, 'utf8')),
    userName: person.handle,
    userDisplayName: person.name,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
    // It can stand alone at sign-in: the device finds it without a name, and asks for a finger, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Undefined: the answer is not one to this question. */
export async function checkRegistration(
  { rpId, origin }: PasskeyPlace,
  { response, challenge }: { response: NewPasskeyAnswer; challenge: Buffer },
): Promise<NewPasskey | undefined> {
  const { verified, registrationInfo } = await orUnverified(
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
    { verified: false, registrationInfo: undefined },
  );
  if (!verified || registrationInfo === undefined) return undefined;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: BigInt(credential.counter),
    transports: (response.response.transports ?? [])
      .filter((word) => /^[a-z-]{1,16}$/.test(word))
      .slice(0, 8),
    isBackedUp: credentialBackedUp,
  };
}

/** Without a list of passkeys the device offers whatever it has for this place. */
export async function authenticationOptions(
  { rpId }: PasskeyPlace,
  {
    challenge,
    allowed,
  }: { challenge: Buffer; allowed: readonly Pick<KnownPasskey, 'credentialId' | 'transports'>[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return await generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: [...transports],
    })),
  });
}

/** What is to be remembered of the passkey; undefined: the answer is not one to this question. */
export async function checkAuthentication(
  { rpId, origin }: PasskeyPlace,
  { response, challenge, passkey }: { response: PasskeyAnswer; challenge: Buffer; passkey: KnownPasskey },
): Promise<{ signCount: bigint; isBackedUp: boolean } | undefined> {
  const { verified, authenticationInfo } = await orUnverified(
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: bytesOf(passkey.publicKey),
        counter: Number(passkey.signCount),
      },
    }),
    { verified: false, authenticationInfo: undefined },
  );
  if (!verified || authenticationInfo === undefined) return undefined;
  return {
    signCount: BigInt(authenticationInfo.newCounter),
    isBackedUp: authenticationInfo.credentialBackedUp,
  };
}

/** The library throws for an answer that is wrong, and for one that can't be read. To us both are no. */
async function orUnverified<Verified, Unverified>(
  verification: Promise<Verified>,
  unverified: Unverified,
): Promise<Verified | Unverified> {
  return await verification.catch(() => unverified);
}

/** A copy: a Buffer may be a window of a larger one, which the library's types don't take. */
function bytesOf(buffer: Buffer): Bytes {
  return new Uint8Array(buffer);
}
