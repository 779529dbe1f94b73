import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Present, verified; and for a registration, with the key. */
const SEEN_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;

interface Question {
  challenge: string;
}

/** A device with one passkey, as a browser would speak for it. Everything that it says can be changed. */
export class Authenticator {
  readonly credentialId = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #place: { rpId: string; origin: string };
  signCount = 0;
  flags = SEEN_AND_VERIFIED;

  constructor(place: { rpId: string; origin: string }) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
    this.#place = place;
  }

  register({ challenge }: Question): object {
    const id = this.credentialId.toString('base64url');
    const length = Buffer.from([0, this.credentialId.length]);
    const key = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#coseKey()]);
    const authData = Buffer.concat([this.#head(this.flags | WITH_KEY), key]);
    // CBOR: {fmt: 'none', attStmt: {}, authData}.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'NOT A WORD'],
      },
    };
  }

  answer({ challenge }: Question): object {
    this.signCount += 1;
    const id = this.credentialId.toString('base64url');
    const clientData = this.#clientData('webauthn.get', challenge);
    const authData = this.#head(this.flags);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#privateKey).toString('base64url'),
      },
    };
  }

  #head(flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.signCount);
    const rpIdHash = createHash('sha256').update(this.#place.rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#place.origin, crossOrigin: false }));
  }

  /** CBOR: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' }) as { x?: string; y?: string };
    const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    return Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]);
  }
}
