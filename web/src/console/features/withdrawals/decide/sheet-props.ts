import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import type { SheetActs } from '../../desk/sheet-props.ts';

export interface SheetProps<Input = void> extends SheetActs<Input> {
  payout: PayoutDetail;
}
