import { Lodging, LodgingError } from '@lodging/client';
import type { LodgingOptions } from '@lodging/client';
import { connection } from './connection.ts';
import { session } from './session.ts';

type Fetch = NonNullable<LodgingOptions['fetch']>;

/**
 * The API under the cookie of the session, at the origin of this page. A write is sent once: the person at the desk decides
 * whether it is sent again, with the same key.
 */
export const lodging = new Lodging({
  key: undefined,
  baseUrl: location.origin,
  credentials: 'same-origin',
  timeoutMs: 15_000,
  deadlineMs: 20_000,
  maxRetries: 0,
  // Names as the property wrote them, whatever the browser prefers: they are changed here, and bookings keep them.
  headers: { 'accept-language': '*' },
  fetch: fetchAndFollow,
  onRequest({ error, status }) {
    if (error?.code === 'connection_failed') connection.lost();
    else if (status > 0) connection.working();
    if (codeOf(error) === 'session_ended') session.ended();
  },
});

export function isLodgingError(error: unknown): error is LodgingError {
  return error instanceof LodgingError;
}

/** The `code` of a refusal, for comparisons with codes that the client of an older document does not know. */
export function codeOf(error: unknown): string | null {
  return isLodgingError(error) ? error.code : null;
}

/** Each answer has the permissions of the moment: a changed role shows at the next request. */
async function fetchAndFollow(...args: Parameters<Fetch>): Promise<Response> {
  const response = await globalThis.fetch(...args);
  const permissions = response.headers.get('console-permissions');
  if (permissions !== null) session.permitted(permissions.split(',').filter(Boolean));
  return response;
}
