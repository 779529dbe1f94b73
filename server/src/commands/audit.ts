import type { Command } from 'commander';
import type { Kysely } from 'kysely';
import { formatIban, normalizeIban } from '@vezne/domain/iban';
import { listAuditEntries } from '../db/read/audit-entries.ts';
import type { AuditEntry, AuditSubject } from '../db/read/audit-entries.ts';
import { findBankAccount } from '../db/read/bank-accounts.ts';
import { findPartner } from '../db/read/partners.ts';
import type { Database } from '../db/schema.ts';
import { AdminError } from '../usecases/admin-error.ts';
import { plainValues } from '../usecases/plain-values.ts';
import { PLATFORM_SUBJECT } from '../usecases/settings/change.ts';
import { action } from './action.ts';
import { withDatabase } from './administration.ts';
import { detailsText } from './change-text.ts';
import { defineCommand, defineGroup } from './define.ts';
import { columns, timeText } from './layout.ts';
import { wholeNumberBetween } from './option-values.ts';
import { print } from './output.ts';
import type { Output } from './output.ts';

interface Options extends Output {
  limit: number;
  subject?: string;
}

/** Some screens full; whoever needs more narrows by subject. */
const MAX_ENTRIES = 10_000;

export function addAuditCommand(root: Command): void {
  const audit = defineGroup(root, 'audit', 'the log of what people did');
  defineCommand(audit, {
    name: 'list',
    description: 'the newest entries, newest last',
    examples: [
      'vezne audit list',
      'vezne audit list --subject Acme --limit 10',
      'vezne audit list --subject platform',
    ],
  })
    .option('--limit <number>', 'how many entries', wholeNumberBetween(1, MAX_ENTRIES), 50)
    .option(
      '--subject <subject>',
      "a partner's name or id, a bank account's IBAN or id, platform, or TYPE:ID",
    )
    .action(
      action(async (options: Options) => {
        await withDatabase(async (db) => {
          const subject = options.subject === undefined ? undefined : await subjectNamed(db, options.subject);
          const entries = await listAuditEntries(db, { limit: options.limit, subject });
          print(
            options,
            plainValues({ entries }),
            entries.length === 0 ? ['No entries.'] : columns(entries.map(cells)),
          );
        });
      }),
    );
}

function cells(entry: AuditEntry): string[] {
  return [timeText(entry.at), entry.actor, entry.action, subjectText(entry), detailsText(entry.details)];
}

function subjectText({ subjectType, subjectId, subjectName }: AuditEntry): string {
  if (subjectName === null) return subjectId;
  return subjectType === 'bank_account' ? formatIban(subjectName) : subjectName;
}

async function subjectNamed(db: Kysely<Database>, text: string): Promise<AuditSubject> {
  if (text === PLATFORM_SUBJECT.id) return PLATFORM_SUBJECT;
  const partner = await findPartner(db, text);
  if (partner) return { type: 'partner', id: partner.id };
  const account = await findBankAccount(db, normalizeIban(text) ?? text);
  if (account) return { type: 'bank_account', id: account.id };
  const [, type, id] = /^([a-z_]+):(.+)$/.exec(text) ?? [];
  if (type !== undefined && id !== undefined) return { type, id };
  throw new AdminError(
    `Nothing is known under "${text}". Name a partner, a bank account's IBAN, platform, or TYPE:ID.`,
  );
}
