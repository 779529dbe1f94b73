import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import type { SettlementMode } from '@vezne/domain/commission';
import { formatAmount, negateCents } from '@vezne/domain/money';
import type { TransactionType, Trigger } from '@vezne/domain/transaction-state';
import { ASKED, OPENING, RATE, RECEIVED, exampleTransaction, postingOf } from '../ledger-transactions.ts';
import { drawPanel } from './ledger-panel.ts';
import { Canvas, MARGIN, WIDTH } from './picture.ts';
import type { Picture } from './picture.ts';

export function depositLedgerPicture(): Picture {
  return ledgerPicture({
    type: 'deposit',
    title: `A deposit: asked ${formatAmount(ASKED)}, received ${formatAmount(RECEIVED)}, commission ${RATE}`,
    triggers: ['approve'],
    outcome: (mode) => `The partner credits the player ${playerAmount('deposit', mode)}.`,
  });
}

export function withdrawalLedgerPicture(): Picture {
  return ledgerPicture({
    type: 'withdrawal',
    title: `A withdrawal of ${formatAmount(ASKED)}, commission ${RATE}`,
    triggers: ['authorise', 'approve'],
    outcome: (mode) =>
      `The player is paid ${playerAmount('withdrawal', mode)}; the partner's balance falls by ${formatAmount(negateCents(exampleTransaction('withdrawal', mode).balanceImpactCents))}.`,
  });
}

interface Story {
  readonly type: TransactionType;
  readonly title: string;
  readonly triggers: readonly Trigger[];
  readonly outcome: (mode: SettlementMode) => string;
}

function ledgerPicture({ type, title, triggers, outcome }: Story): Picture {
  const canvas = new Canvas();
  canvas.text(title, { x: MARGIN, y: 42, size: 17, look: 'bold' });
  const kinds = triggers.map((trigger) => postingOf(type, trigger, 'fee_on_top').kind);
  // A single step has its name at its arrows.
  const steps =
    kinds.length > 1 ? `${kinds.map((kind, index) => `step ${index + 1}: ${kind}`).join(', ')}; ` : '';
  const legend = `${steps}arrows: from debit to credit`;
  canvas.text(legend, { x: MARGIN, y: 66, look: 'quiet' });
  let y = 84;
  for (const mode of SETTLEMENT_MODES) {
    canvas.line({ x: MARGIN, y }, { x: WIDTH - MARGIN, y });
    const postings = triggers.map((trigger) => postingOf(type, trigger, mode));
    y =
      drawPanel(canvas, { title: mode, outcome: outcome(mode), earlier: [OPENING], postings }, y + 16) +
      MARGIN;
  }
  return canvas.finish({
    height: y,
    description: `${title}: accounts, transfers and balances in both settlement modes.`,
  });
}

function playerAmount(type: TransactionType, mode: SettlementMode): string {
  return formatAmount(exampleTransaction(type, mode).playerAmountCents);
}
