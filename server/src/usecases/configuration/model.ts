import type { BlockList } from 'node:net';
import type { Terms } from '@vezne/domain/commission';
import type { AmountRange, DayLimit } from '@vezne/domain/limits';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { DepositAccountRow, Pulse } from '../../db/read/partners/configuration.ts';
import type { Blocks } from './blocks.ts';

export interface Partner {
  id: string;
  name: string;
  isDisabled: boolean;
  isPaused: Readonly<Record<TransactionType, boolean>>;
  terms: Readonly<Record<TransactionType, Terms>>;
  /** What holds for this partner: the narrower of its own limits and the platform's. */
  limits: Readonly<Record<TransactionType, AmountRange>>;
  /** null: a player may do as much in a day as they like. */
  playerDayLimits: Readonly<Record<TransactionType, DayLimit | null>>;
  refusesOtherHolders: boolean;
  /** The partner's own time, or the platform's. */
  depositExpirySeconds: number;
  /** Empty: any host. */
  redirectHosts: ReadonlySet<string>;
  /** null: any address. */
  allowedNetworks: BlockList | null;
  requestsPerSecond: number | null;
}

export interface Credential {
  id: string;
  partner: Partner;
  apiSecret: string;
  hashSecret: string;
  expiresAtMs: number;
}

/** What administrators set, as this process knows it: at most two seconds old. */
export interface Configuration {
  epoch: bigint;
  /** When the last version of terms began that is in this copy; see Pulse. */
  termsBegunAtMs: number;
  isPaused: Readonly<Record<TransactionType, boolean>>;
  credentials: ReadonlyMap<string, Credential>;
  /**
   * API keys that exist but that this process cannot serve: their secrets don't open, or their partner's terms are missing.
   * Calling them unknown could be a wrong "no".
   */
  unreadableApiKeys: ReadonlySet<string>;
  /** How many partners can't be read, and how many credentials of the others. */
  unreadable: { readonly partners: number; readonly credentials: number };
  /** API keys that were good once, and why they are not. For our log alone: to a partner they are unknown. */
  endedApiKeys: ReadonlyMap<string, 'key_revoked' | 'key_expired'>;
  /** Versions of the sealing key that are in use and that this process was not given. */
  missingKeyVersions: ReadonlySet<number>;
  depositAccounts: readonly DepositAccountRow[];
  /** Countries whose IBANs payouts may go to. */
  payoutCountries: ReadonlySet<string>;
  /** The IBANs of all our bank accounts, whatever their status. */
  ownIbans: ReadonlySet<string>;
  blocks: Blocks;
}

export interface ConfigurationView {
  configuration: Configuration;
  pulse: Pulse;
  /** When the pulse was requested, on the monotonic clock. The pulse includes everything that was written before then. */
  askedAtMs: number;
}
