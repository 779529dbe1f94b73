import type { Command } from 'commander';
import { addAdjust } from './adjust.ts';
import { addArrive } from './arrive.ts';
import { addBalances } from './balances.ts';
import { addDrift } from './drift.ts';
import { addEntries } from './entries.ts';
import { addFee } from './fee.ts';
import { addMisdirectedAndRecovered } from './misdirected.ts';
import { addReceivable } from './receivable.ts';
import { addReturned } from './returned.ts';
import { addReturnToSender } from './return-to-sender.ts';
import { addSend } from './send.ts';
import { addSettleAndTopUp } from './settle-and-top-up.ts';
import { addUnallocated } from './unallocated.ts';
import { addVerify } from './verify.ts';

export function addLedgerVerbs(ledger: Command): void {
  addSettleAndTopUp(ledger);
  addFee(ledger);
  addSend(ledger);
  addArrive(ledger);
  addReturned(ledger);
  addMisdirectedAndRecovered(ledger);
  addReturnToSender(ledger);
  addAdjust(ledger);
  addBalances(ledger);
  addEntries(ledger);
  addUnallocated(ledger);
  addDrift(ledger);
  addReceivable(ledger);
  addVerify(ledger);
}
