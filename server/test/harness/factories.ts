import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { testKeys } from './keys.ts';

export interface TestPartner {
  id: string;
  name: string;
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

export interface PartnerOptions {
  depositBasisPoints?: number;
  withdrawalBasisPoints?: number;
  fixedCents?: bigint;
  mode?: 'deduct_from_amount' | 'fee_on_top';
  redirectHosts?: string[];
  allowedNetworks?: string[];
  requestsPerSecond?: number | null;
  /** null: it can't be settled to. Default: an account of its own. */
  settlementIban?: string | null;
}

/** Of a partner, and so never one of the accounts that tests insert. */
export const SETTLEMENT_IBAN = turkishIban(9_000_000_000);

const sealedSecrets = createSealedSecrets(testKeys.secretKeys);

/** A partner at 3 % without a rate limit, with one live triple of credentials. */
export async function insertPartner(owner: pg.Pool, options: PartnerOptions = {}): Promise<TestPartner> {
  const id = randomUUID();
  const name = `Partner ${id.slice(0, 8)}`;
  await owner.query(
    `insert into partner (id, name, redirect_hosts, allowed_networks, requests_per_second, settlement_iban, settlement_holder_name)
     values ($1, $2, $3, $4::cidr[], $5, $6, case when $6::text is not null then 'Acme A.Ş.' end)`,
    [
      id,
      name,
      options.redirectHosts ?? [],
      options.allowedNetworks ?? [],
      options.requestsPerSecond === undefined ? 100_000 : options.requestsPerSecond,
      options.settlementIban === undefined ? SETTLEMENT_IBAN : options.settlementIban,
    ],
  );
  for (const [direction, basisPoints] of [
    ['deposit', options.depositBasisPoints ?? 300],
    ['withdrawal', options.withdrawalBasisPoints ?? 300],
  ] as const) {
    await owner.query(
      `insert into partner_terms (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, created_by)
       values ($1, $2, 1, $3, $4, $5, 'test')`,
      [id, direction, basisPoints, options.fixedCents ?? 0n, options.mode ?? 'deduct_from_amount'],
    );
  }
  return { id, name, ...(await insertCredential(owner, id)) };
}

export async function insertCredential(
  owner: pg.Pool,
  partnerId: string,
  secrets = sealedSecrets,
): Promise<{ apiKey: string; apiSecret: string; hashSecret: string }> {
  const apiKey = `vzk_test_${randomBytes(13).toString('hex')}`;
  const apiSecret = `vzs_${randomBytes(32).toString('base64url')}`;
  const hashSecret = `vzh_${randomBytes(32).toString('base64url')}`;
  const { sealed, keyVersion } = await secrets.seal(apiSecret);
  await owner.query(
    `insert into credential (id, partner_id, api_key, api_secret_sealed, hash_secret_sealed, key_version, created_by)
     values ($1, $2, $3, $4, $5, $6, 'test')`,
    [randomUUID(), partnerId, apiKey, sealed, (await secrets.seal(hashSecret)).sealed, keyVersion],
  );
  return { apiKey, apiSecret, hashSecret };
}

/** A valid Turkish IBAN with the given account number. */
export function turkishIban(accountNumber: number): string {
  const account = `000610${String(accountNumber).padStart(16, '0')}`;
  const check = 98n - (BigInt(`${account}292700`) % 97n);
  return `TR${String(check).padStart(2, '0')}${account}`;
}

let nextAccountNumber = 1;

export async function insertBankAccount(
  owner: pg.Pool,
  options: { status?: string; dailyCapCents?: bigint | null; depositsPaused?: boolean } = {},
): Promise<{ id: string; iban: string }> {
  const id = randomUUID();
  const iban = turkishIban(nextAccountNumber++);
  await owner.query(
    `insert into bank_account (id, bank_name, holder_name, iban, status, daily_cap_cents, deposits_paused)
     values ($1, 'Ziraat Bankası', 'ACME Ödeme A.Ş.', $2, $3, $4, $5)`,
    [id, iban, options.status ?? 'enabled', options.dailyCapCents ?? null, options.depositsPaused ?? false],
  );
  return { id, iban };
}

/** Blocks a player of a partner, or an IBAN, for ever or for some time. */
export async function insertBlock(
  owner: pg.Pool,
  party: { partnerId: string; customerId: string } | { iban: string },
  { forMs = null }: { forMs?: number | null } = {},
): Promise<void> {
  const expiresAt = forMs === null ? null : new Date(Date.now() + forMs);
  const [kind, partnerId, customerId, iban] =
    'iban' in party ? ['iban', null, null, party.iban] : ['player', party.partnerId, party.customerId, null];
  await owner.query(
    `insert into blocked_party (id, kind, partner_id, customer_id, iban, reason, expires_at, blocked_by, blocked_by_id)
     values ($1, $2, $3, $4, $5, 'test', $6, 'test', 'test')`,
    [randomUUID(), kind, partnerId, customerId, iban, expiresAt],
  );
}

let nextReference = 1;

export function newReference(): string {
  return `ref-${process.pid}-${nextReference++}`;
}

export function depositBody(changes: Record<string, unknown> = {}) {
  return {
    amount: '1000.00',
    currency: 'TRY',
    externalReference: newReference(),
    redirectUrl: 'https://shop.example/return?order=7',
    customer: { id: 'player-1', username: 'ayse', fullName: 'Ayşe Işık', email: 'ayse@example.com' },
    ...changes,
  };
}

export function withdrawalBody(changes: Record<string, unknown> = {}) {
  return {
    amount: '1000.00',
    currency: 'TRY',
    externalReference: newReference(),
    customer: { id: 'player-1', username: 'ayse', fullName: 'Ayşe Işık' },
    withdrawalAccount: {
      bankName: 'Ziraat Bankası',
      accountHolderName: 'Ayşe Işık',
      iban: 'TR330006100519786457841326',
    },
    ...changes,
  };
}
