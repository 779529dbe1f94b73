import { randomBytes, randomInt } from 'node:crypto';
import type { NewCredential } from '../../db/write/partners/credentials.ts';
import { newId } from '../../ids.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';

/** What a partner signs with. The secrets exist in this form only during the handover. */
export interface CredentialTriple {
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

const KEY_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** 26 letters out of 36 are 134 bits: no two keys are ever the same, and none can be guessed. */
const KEY_LENGTH = 26;
/** The length of an HMAC-SHA256 digest. */
const SECRET_BYTES = 32;

/** What a new secret needs. The portal's people have their secrets sealed by what can't open them. */
export interface SecretMaker {
  sealedSecrets: Pick<SealedSecrets, 'seal'>;
  actor: { name: string };
}

/** A new triple, and its row with the secrets sealed. */
export async function newCredential(
  { sealedSecrets, cell, actor }: SecretMaker & { cell: string },
  partnerId: string,
): Promise<{ triple: CredentialTriple; stored: NewCredential }> {
  const triple = {
    apiKey: `vzk_${cell}_${randomKey()}`,
    apiSecret: randomSecret('vzs_'),
    hashSecret: randomSecret('vzh_'),
  };
  const { sealed: apiSecretSealed, keyVersion } = await sealedSecrets.seal(triple.apiSecret);
  const { sealed: hashSecretSealed } = await sealedSecrets.seal(triple.hashSecret);
  const stored = {
    id: newId(),
    partnerId,
    apiKey: triple.apiKey,
    apiSecretSealed,
    hashSecretSealed,
    keyVersion,
    createdBy: actor.name,
  };
  return { triple, stored };
}

function randomKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_ALPHABET.charAt(randomInt(KEY_ALPHABET.length))).join(
    '',
  );
}

function randomSecret(prefix: string): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url');
}
