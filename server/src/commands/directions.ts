/** What a pause applies to. No flag means everything. */
export interface DirectionFlags {
  deposits?: boolean;
  withdrawals?: boolean;
}

export function chosenDirections({
  deposits = false,
  withdrawals = false,
}: DirectionFlags): Required<DirectionFlags> {
  return deposits || withdrawals ? { deposits, withdrawals } : { deposits: true, withdrawals: true };
}

/** "deposits", "withdrawals" or both, in words. */
export function directionsText({ deposits = false, withdrawals = false }: DirectionFlags): string {
  return [deposits ? 'deposits' : '', withdrawals ? 'withdrawals' : '']
    .filter((word) => word !== '')
    .join(' and ');
}
