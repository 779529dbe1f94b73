import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addCreate } from './create.ts';
import { addList } from './list.ts';
import { addRevoke } from './revoke.ts';
import { addRotate } from './rotate.ts';

export function addCredentialsCommand(root: Command): void {
  const credentials = defineGroup(
    root,
    'credentials',
    'what partners sign with; a secret is shown once, when it is made',
  );
  addCreate(credentials);
  addRotate(credentials);
  addRevoke(credentials);
  addList(credentials);
}
