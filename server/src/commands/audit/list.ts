import type { Command } from 'commander';
import type { Kysely } from 'kysely';
import { formatIban, normalizeIban } from '@vezne/domain/iban';
import { listAuditEntries } from '../../db/read/audit/entries.ts';
import type { AuditEntry, AuditSubject } from '../../db/read/audit/entries.ts';
import { findBankAccount } from '../../db/read/bank-accounts/bank-accounts.ts';
import { findPartner } from '../../db/read/partners/partners.ts';
import { findWebhookEndpoints } from '../../db/read/webhooks/endpoints.ts';
import type { Database } from '../../db/schema.ts';
import { fromTransactionId, toTransactionId } from '../../ids.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { PLATFORM_SUBJECT } from '../../usecases/settings/change.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../with-database.ts';
import { detailsText } from '../change-text.ts';
import { defineCommand } from '../define-command.ts';
import { columns, timeText } from '../layout.ts';
import { readNames } from '../names.ts';
import type { Names } from '../names.ts';
import { wholeNumberBetween } from '../option-values.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { withAmounts, withNames } from './audit-details.ts';

interface Options extends Output {
  limit: number;
  subject?: string;
}

/** A few screens. To see further back, narrow by subject. */
const MAX_ENTRIES = 10_000;

export function addList(audit: Command): void {
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
      "a partner's name or id, a bank account's IBAN or id, a webhook endpoint's address or id, a transaction's txn_…, platform, or TYPE:ID",
    )
    .action(
      action(async (options: Options) => {
        await withDatabase(async (db) => {
          const subject = options.subject === undefined ? undefined : await subjectNamed(db, options.subject);
          const found = await listAuditEntries(db, { limit: options.limit, subject });
          const entries = found.map((entry) => ({
            ...entry,
            details: plainValues(withAmounts(entry.details)),
          }));
          const names = await readNames(db);
          const lines = columns(entries.map((entry) => cells(entry, names)));
          print(options, plainValues({ entries }), entries.length === 0 ? ['No entries.'] : lines);
        });
      }),
    );
}

function cells(entry: AuditEntry, names: Names): string[] {
  const details = detailsText(withNames(entry.details, names));
  return [timeText(entry.at), entry.actor, entry.action, subjectText(entry), details];
}

function subjectText({ subjectType, subjectId, subjectName }: AuditEntry): string {
  if (subjectType === 'transaction') return toTransactionId(subjectId);
  if (subjectName === null) return subjectId;
  return subjectType === 'bank_account' ? formatIban(subjectName) : subjectName;
}

async function subjectNamed(db: Kysely<Database>, text: string): Promise<AuditSubject> {
  if (text === PLATFORM_SUBJECT.id) return PLATFORM_SUBJECT;
  const transactionId = fromTransactionId(text.toLowerCase());
  if (transactionId !== undefined) return { type: 'transaction', id: transactionId };
  const partner = await findPartner(db, text);
  if (partner) return { type: 'partner', id: partner.id };
  const account = await findBankAccount(db, normalizeIban(text) ?? text);
  if (account) return { type: 'bank_account', id: account.id };
  const [endpoint, another] = await findWebhookEndpoints(db, text);
  if (endpoint && !another) return { type: 'webhook_endpoint', id: endpoint.id };
  const [, type, id] = /^([a-z_]+):(.+)$/.exec(text) ?? [];
  if (type !== undefined && id !== undefined) return { type, id };
  throw new CommandError(
    `Nothing is known under "${text}". Name a partner, a bank account's IBAN, a webhook endpoint, a transaction, platform, or TYPE:ID.`,
  );
}
