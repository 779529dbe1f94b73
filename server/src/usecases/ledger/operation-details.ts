import { readStoredInput, storedInput } from '../four-eyes/stored-input.ts';
import type { OperationRequest } from './operation.ts';
import { withoutIban } from './refused-money.ts';

/** An operation as a request stores it until it is confirmed. */
export function operationDetails(request: OperationRequest): Record<string, unknown> {
  return storedInput(withoutIban(request));
}

export function readOperation(details: unknown): OperationRequest & { ibanDigest?: string } {
  return readStoredInput(details) as OperationRequest;
}
