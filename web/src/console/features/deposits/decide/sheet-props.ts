import type { DepositDetail } from '@vezne/contract/console/deposits';
import type { SheetActs } from '../../desk/sheet-props.ts';

export interface SheetProps<Input = void> extends SheetActs<Input> {
  deposit: DepositDetail;
}
