import { Command } from 'commander';
import { addApiCommand } from './api.ts';
import { addAuditCommand } from './audit/audit.ts';
import { addBankAccountCommand } from './bank-account/bank-account.ts';
import { addBlockCommand } from './block/block.ts';
import { addConsoleCommand } from './console.ts';
import { addCredentialsCommand } from './credentials/credentials.ts';
import { addDepositCommand } from './deposit/deposit.ts';
import { addKeysCommand } from './keys/keys.ts';
import { addLedgerCommand } from './ledger/ledger.ts';
import { addMigrateCommand } from './migrate.ts';
import { addPartnerCommand } from './partner/partner.ts';
import { addRequestCommand } from './request/request.ts';
import { addLimitsCommand } from './settings/limits.ts';
import { addPlatformCommand } from './settings/platform.ts';
import { addStaffCommand } from './staff/staff.ts';
import { addStatusCommand } from './status/status.ts';
import { addTransactionCommand } from './transaction/transaction.ts';
import { addWebhookCommand } from './webhook/webhook.ts';
import { addWithdrawalCommand } from './withdrawal/withdrawal.ts';
import { addWorkerCommand } from './worker.ts';

const ABOUT_ADMINISTRATION = `
Administration commands need VEZNE_ADMIN_DATABASE_URL; those that make credentials or
webhook secrets, and keys reseal, also VEZNE_SECRET_KEYS.
What they change reaches every process within two seconds, and is in the audit log under the name of the
person who did it.`;

const EXIT_CODES = `
Exit codes: 0 done, 1 could not be done (the reason is on standard error), 2 wrong usage.`;

const WRONG_USAGE = 2;

/** The whole command line: `vezne <process>` runs a process; the other commands administer. */
export function program(): Command {
  const root = new Command('vezne')
    .description(
      'Bank-transfer payment service. A process runs until it is stopped; every other command ends.',
    )
    .showHelpAfterError('(add --help for the list of commands and options)')
    .helpCommand(false)
    // Commander uses 1 for wrong usage, which would look like a command that failed. Help ends with 0.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USAGE))
    .addHelpText('after', ABOUT_ADMINISTRATION)
    .addHelpText('afterAll', EXIT_CODES);
  addApiCommand(root);
  addConsoleCommand(root);
  addWorkerCommand(root);
  addMigrateCommand(root);
  addStatusCommand(root);
  addKeysCommand(root);
  addStaffCommand(root);
  addPartnerCommand(root);
  addCredentialsCommand(root);
  addBankAccountCommand(root);
  addBlockCommand(root);
  addWebhookCommand(root);
  addLimitsCommand(root);
  addPlatformCommand(root);
  addTransactionCommand(root);
  addDepositCommand(root);
  addWithdrawalCommand(root);
  addRequestCommand(root);
  addLedgerCommand(root);
  addAuditCommand(root);
  return root;
}
