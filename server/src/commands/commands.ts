import type { Command } from 'commander';

interface FirstWord {
  description: string;
  /** Brings the function that gives the command its verbs, or its options. */
  load: () => Promise<(command: Command) => void>;
}

/** What `vezne` can do, by the first word, in the order of its help. Each part is loaded when it is called. */
export const COMMANDS: Readonly<Record<string, FirstWord>> = {
  api: {
    description: 'run the partner API and the hosted page',
    load: async () => (await import('./api.ts')).defineApi,
  },
  console: {
    description: 'run the console, where our own people work',
    load: async () => (await import('./console.ts')).defineConsole,
  },
  portal: {
    description: 'run the portal, where people of partners see their money',
    load: async () => (await import('./portal.ts')).definePortal,
  },
  worker: {
    description: 'run the jobs that come due by the clock, such as sealing the audit log',
    load: async () => (await import('./worker.ts')).defineWorker,
  },
  migrate: {
    description: 'bring the database at DATABASE_URL up to date and give the process roles their logins',
    load: async () => (await import('./migrate.ts')).defineMigrate,
  },
  status: {
    description: 'whether the service works: its processes, queues, database and alarms; problems first',
    load: async () => (await import('./status/status.ts')).defineStatus,
  },
  restored: {
    description:
      'after a restore or a forced failover: what is gone, and on with codes that nobody was shown',
    load: async () => (await import('./restored/restored.ts')).defineRestored,
  },
  keys: {
    description: 'key material for the configuration, and what uses it',
    load: async () => (await import('./keys/keys.ts')).addKeysVerbs,
  },
  staff: {
    description: 'our own people: who may sign in, and what they may do',
    load: async () => (await import('./staff/staff.ts')).addStaffVerbs,
  },
  partner: {
    description: 'partner sites: what they may do and what they pay',
    load: async () => (await import('./partner/partner.ts')).addPartnerVerbs,
  },
  credentials: {
    description: 'what partners sign with; a secret is shown once, when it is made',
    load: async () => (await import('./credentials/credentials.ts')).addCredentialsVerbs,
  },
  'bank-account': {
    description: 'our own accounts: players pay to them, payouts leave from them',
    load: async () => (await import('./bank-account/bank-account.ts')).addBankAccountVerbs,
  },
  block: {
    description: 'players and IBANs that no new transaction is made for',
    load: async () => (await import('./block/block.ts')).addBlockVerbs,
  },
  webhook: {
    description: 'where partners hear of events, and what became of every try to tell them',
    load: async () => (await import('./webhook/webhook.ts')).addWebhookVerbs,
  },
  limits: {
    description:
      'the smallest and largest amounts of new transactions, and the amounts that change how they are treated',
    load: async () => (await import('./settings/limits.ts')).addLimitsVerbs,
  },
  platform: {
    description: 'what holds for all partners',
    load: async () => (await import('./settings/platform.ts')).addPlatformVerbs,
  },
  transaction: {
    description: 'deposits and withdrawals, as those who decide see them',
    load: async () => (await import('./transaction/transaction.ts')).addTransactionVerbs,
  },
  deposit: {
    description: 'decide on deposits while the console is away',
    load: async () => (await import('./deposit/deposit.ts')).addDepositVerbs,
  },
  withdrawal: {
    description: 'decide on withdrawals while the console is away',
    load: async () => (await import('./withdrawal/withdrawal.ts')).addWithdrawalVerbs,
  },
  request: {
    description: 'what takes two people, and waits for the second',
    load: async () => (await import('./request/request.ts')).addRequestVerbs,
  },
  ledger: {
    description: 'the books: post what players have no part in, read and verify',
    load: async () => (await import('./ledger/ledger.ts')).addLedgerVerbs,
  },
  audit: {
    description: 'the log of what people did',
    load: async () => (await import('./audit/audit.ts')).addAuditVerbs,
  },
};
