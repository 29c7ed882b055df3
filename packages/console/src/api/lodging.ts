import { Lodging, LodgingError } from '@lodging/client';
import type { LodgingOptions } from '@lodging/client';
import { connection } from './connection.ts';
import { session, sessionStore } from './session.ts';

type Fetch = NonNullable<LodgingOptions['fetch']>;

/** The second one where the cookie itself is gone. */
const ENDED = ['session_ended', 'invalid_api_key'];
const SESSION_PATH = '/v1/console/session';

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
  },
});

export function isLodgingError(error: unknown): error is LodgingError {
  return error instanceof LodgingError;
}

/** The `code` of a refusal, for comparisons with codes that the client of an older document does not know. */
export function codeOf(error: unknown): string | null {
  return isLodgingError(error) ? error.code : null;
}

/** What is read by its id is not there, not of this property, or has an id that no record can have. */
export function isNoSuch(error: unknown): boolean {
  return isLodgingError(error) && (error.status === 404 || error.code === 'validation_failed');
}

/**
 * Each request names the session that this page shows: where another tab has signed in meanwhile, the cookie is that of
 * another one, and the request is refused. Each answer has the permissions of the moment.
 */
async function fetchAndFollow(...[url, init]: Parameters<Fetch>): Promise<Response> {
  const headers = new Headers(init?.headers);
  const { current } = sessionStore.get();
  const isRead = init?.method === 'GET';
  const isReadOfSession = isRead && typeof url === 'string' && url.endsWith(SESSION_PATH);
  if (current !== null && !isReadOfSession) headers.set('console-session', current.id);
  const response = await globalThis.fetch(url, { ...init, headers });
  const permissions = response.headers.get('console-permissions');
  if (permissions !== null && sessionStore.get().current?.id === current?.id)
    session.permitted(permissions.split(',').filter(Boolean));
  if (response.status !== 401 || !(await saysEnded(response.clone()))) return response;
  // A late answer says nothing of a session that has begun since the request was sent.
  const isLate = sessionStore.get().current?.id !== current?.id;
  if (!isLate) session.ended();
  return isLate && isRead ? fetchAndFollow(url, init) : response;
}

async function saysEnded(refusal: Response): Promise<boolean> {
  const { code } = (await refusal.json().catch(() => ({}))) as { readonly code?: string };
  return ENDED.includes(code ?? '');
}
