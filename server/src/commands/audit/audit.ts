import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addList } from './list.ts';
import { addVerify } from './verify.ts';

export function addAuditCommand(root: Command): void {
  const audit = defineGroup(root, 'audit', 'the log of what people did');
  addList(audit);
  addVerify(audit);
}
