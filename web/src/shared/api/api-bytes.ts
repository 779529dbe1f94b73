import { failureOf, send } from './api.ts';

/** A file as it is. Every failure is an ApiError, as with any other call. */
export async function apiBytes(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await send(address, { credentials: 'same-origin', cache: 'no-store', signal });
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => undefined));
  return await response.arrayBuffer();
}
