import { BlockList, isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import type { Terms } from '@vezne/domain/commission';
import { dayLimit, narrowerRange } from '@vezne/domain/limits';
import type {
  ConfigurationRows,
  CredentialRow,
  PartnerRow,
  SettingsRow,
  TermsRow,
} from '../../db/read/partners/configuration.ts';
import { MissingKeyError } from '../../keys/sealed-secrets.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';
import { toBlocks } from './blocks.ts';
import type { Configuration, Credential, Partner } from './model.ts';

type OpenSecrets = Pick<Credential, 'apiSecret' | 'hashSecret'>;
type Readable = Pick<
  Configuration,
  'credentials' | 'unreadableApiKeys' | 'unreadable' | 'missingKeyVersions'
>;

/** Turns rows into what requests need. It remembers opened secrets, so a reload opens only new ones. */
export function createAssembler({
  sealedSecrets,
  log,
}: {
  sealedSecrets: SealedSecrets;
  log: Logger;
}): (rows: ConfigurationRows) => Promise<Configuration> {
  let opened = new Map<string, OpenSecrets>();

  async function open(row: CredentialRow): Promise<OpenSecrets> {
    return (
      opened.get(row.id) ?? {
        apiSecret: await sealedSecrets.open(row.apiSecretSealed, row.keyVersion),
        hashSecret: await sealedSecrets.open(row.hashSecretSealed, row.keyVersion),
      }
    );
  }

  /** One partner's broken row must not lock out all the others. */
  async function readCredentials(rows: ConfigurationRows): Promise<Readable> {
    const partners = partnersOf(rows, log);
    const stillOpened = new Map<string, OpenSecrets>();
    const readable = {
      credentials: new Map<string, Credential>(),
      unreadableApiKeys: new Set<string>(),
      unreadable: { partners: rows.partners.length - partners.size, credentials: 0 },
      missingKeyVersions: new Set<number>(),
    };
    for (const row of rows.credentials) {
      const partner = partners.get(row.partnerId);
      if (!partner) {
        // The alarm for its partner says why.
        readable.unreadableApiKeys.add(row.apiKey);
        continue;
      }
      try {
        const secrets = await open(row);
        stillOpened.set(row.id, secrets);
        readable.credentials.set(row.apiKey, {
          id: row.id,
          partner,
          ...secrets,
          expiresAtMs: row.expiresAt?.getTime() ?? Infinity,
        });
      } catch (error) {
        log.error(
          { alarm: 'credential_unreadable', err: error, apiKey: row.apiKey, partnerId: row.partnerId },
          'a credential cannot be used',
        );
        readable.unreadableApiKeys.add(row.apiKey);
        readable.unreadable.credentials += 1;
        if (error instanceof MissingKeyError) readable.missingKeyVersions.add(error.version);
      }
    }
    opened = stillOpened;
    return readable;
  }

  return async (rows) => ({
    epoch: rows.epoch,
    termsBegunAtMs: rows.termsBegunAtMs,
    isPaused: { deposit: rows.settings.depositsPaused, withdrawal: rows.settings.withdrawalsPaused },
    ...(await readCredentials(rows)),
    endedApiKeys: new Map(
      rows.endedKeys.map(({ apiKey, isRevoked }) => [apiKey, isRevoked ? 'key_revoked' : 'key_expired']),
    ),
    depositAccounts: rows.depositAccounts,
    payoutCountries: new Set(rows.settings.payoutCountries),
    ownIbans: new Set(rows.ownIbans),
    blocks: toBlocks(rows.blocks),
  });
}

/** Whatever is wrong with a partner is wrong with that partner alone. */
function partnersOf(rows: ConfigurationRows, log: Logger): Map<string, Partner> {
  const terms = new Map(rows.terms.map((row) => [`${row.partnerId} ${row.direction}`, row]));
  const partners = new Map<string, Partner>();
  for (const row of rows.partners) {
    const deposit = terms.get(`${row.id} deposit`);
    const withdrawal = terms.get(`${row.id} withdrawal`);
    try {
      if (!deposit || !withdrawal) throw new Error('It has no terms.');
      const both = { deposit: toTerms(deposit), withdrawal: toTerms(withdrawal) };
      partners.set(row.id, toPartner(row, both, rows.settings));
    } catch (error) {
      log.error(
        { alarm: 'partner_unreadable', err: error, partnerId: row.id, partner: row.name },
        'a partner is not served: its settings cannot be read',
      );
    }
  }
  return partners;
}

function toTerms({ basisPoints, fixedCents, mode }: TermsRow): Terms {
  return { basisPoints, fixedCents, mode };
}

function toPartner(row: PartnerRow, terms: Partner['terms'], settings: SettingsRow): Partner {
  return {
    id: row.id,
    name: row.name,
    isDisabled: row.status === 'disabled',
    isPaused: { deposit: row.depositsPaused, withdrawal: row.withdrawalsPaused },
    terms,
    limits: {
      deposit: narrowerRange(depositRange(settings), depositRange(row)),
      withdrawal: narrowerRange(withdrawalRange(settings), withdrawalRange(row)),
    },
    playerDayLimits: {
      deposit: dayLimit({ count: row.playerDayDepositCount, cents: row.playerDayDepositCents }),
      withdrawal: dayLimit({ count: row.playerDayWithdrawalCount, cents: row.playerDayWithdrawalCents }),
    },
    refusesOtherHolders: row.refuseOtherHolders,
    depositExpirySeconds: row.depositExpirySeconds ?? settings.depositExpirySeconds,
    redirectHosts: new Set(row.redirectHosts),
    allowedNetworks: toBlockList(row.allowedNetworks),
    requestsPerSecond: row.requestsPerSecond,
  };
}

function depositRange<Limit>(row: { depositMinCents: Limit; depositMaxCents: Limit }) {
  return { minCents: row.depositMinCents, maxCents: row.depositMaxCents };
}

function withdrawalRange<Limit>(row: { withdrawalMinCents: Limit; withdrawalMaxCents: Limit }) {
  return { minCents: row.withdrawalMinCents, maxCents: row.withdrawalMaxCents };
}

function toBlockList(networks: readonly string[]): BlockList | null {
  if (networks.length === 0) return null;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
