import type { BlockList } from 'node:net';
import type { Terms } from '@vezne/domain/commission';
import type { AmountRange } from '@vezne/domain/limits';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { DepositAccountRow, Pulse } from '../../db/read/configuration.ts';

export interface Partner {
  id: string;
  name: string;
  isDisabled: boolean;
  isPaused: Readonly<Record<TransactionType, boolean>>;
  terms: Readonly<Record<TransactionType, Terms>>;
  /** Empty: any host. */
  redirectHosts: ReadonlySet<string>;
  /** null: any address. */
  allowedNetworks: BlockList | null;
  requestsPerSecond: number | null;
}

export interface Credential {
  partner: Partner;
  apiSecret: string;
  hashSecret: string;
  expiresAtMs: number;
}

/** What administrators set, as this process knows it: at most two seconds old. */
export interface Configuration {
  epoch: bigint;
  limits: Readonly<Record<TransactionType, AmountRange>>;
  isPaused: Readonly<Record<TransactionType, boolean>>;
  depositExpirySeconds: number;
  credentials: ReadonlyMap<string, Credential>;
  /**
   * API keys that exist but that this process cannot serve: their secrets don't open, or their partner's terms are missing.
   * Calling them unknown could be a wrong "no".
   */
  unreadableApiKeys: ReadonlySet<string>;
  /** Versions of the sealing key that are in use and that this process was not given. */
  missingKeyVersions: ReadonlySet<number>;
  depositAccounts: readonly DepositAccountRow[];
}

export interface ConfigurationView {
  configuration: Configuration;
  pulse: Pulse;
  /** When the pulse was requested, on the monotonic clock. The pulse includes everything that was written before then. */
  askedAtMs: number;
}
