import type { Command } from 'commander';
import { addCreate } from './create.ts';
import { addList } from './list.ts';
import { addRevoke } from './revoke.ts';
import { addRotate } from './rotate.ts';

export function addCredentialsVerbs(credentials: Command): void {
  addCreate(credentials);
  addRotate(credentials);
  addRevoke(credentials);
  addList(credentials);
}
