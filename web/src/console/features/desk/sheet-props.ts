/** What every sheet over an open item is given. `Input`: what its person says with the press. */
export interface SheetActs<Input = void> {
  isBusy: boolean;
  onAct: (input: Input) => void;
  onClose: () => void;
}
