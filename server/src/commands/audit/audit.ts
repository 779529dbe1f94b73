import type { Command } from 'commander';
import { addList } from './list.ts';
import { addVerify } from './verify.ts';

export function addAuditVerbs(audit: Command): void {
  addList(audit);
  addVerify(audit);
}
