import { readStoredInput, storedInput } from '../four-eyes/stored-input.ts';
import type { OperationRequest } from './operation.ts';

/** An operation as a request stores it until it is confirmed. */
export function operationDetails(request: OperationRequest): Record<string, unknown> {
  return storedInput(request);
}

export function readOperation(details: unknown): OperationRequest {
  return readStoredInput(details) as OperationRequest;
}
