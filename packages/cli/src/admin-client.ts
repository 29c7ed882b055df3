import { exitCodes } from './exit-codes.ts';
import { Failure, failed, Refused } from './failure.ts';
import type { Access } from './settings.ts';

/** The part of a zod schema that is needed here. */
interface Shape<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { message: string } };
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface AdminClient {
  readonly access: Access;
  get<T>(path: string, shape: Shape<T>, query?: Query): Promise<T>;
  send<T>(
    method: 'POST' | 'PUT' | 'PATCH',
    path: string,
    shape: Shape<T>,
    body?: unknown,
    query?: Query,
  ): Promise<T>;
  put(path: string, body: unknown): Promise<void>;
  delete(path: string, query?: Query): Promise<void>;
  /** Reads pages up to `most` items. `more`: there are further items. */
  list<Page extends { nextCursor: string | null }, Item>(
    path: string,
    page: { shape: Shape<Page>; items: (page: Page) => readonly Item[]; query?: Query; most?: number },
  ): Promise<{ items: Item[]; pages: Page[]; more: boolean }>;
}

const PAGE = 100;
const MOST = 1_000;

export function adminClient(access: Access, timeoutMs: number): AdminClient {
  const api = { url: `${access.adminUrl}/admin/v1`, token: access.token, name: 'admin API' };
  const request = (method: string, path: string, query: Query, body?: unknown) =>
    call({ api, timeoutMs, method, path, query, body });
  const client: AdminClient = {
    access,
    get: async (path, shape, query = {}) => read(path, shape, await request('GET', path, query)),
    send: async (method, path, shape, body, query = {}) =>
      read(path, shape, await request(method, path, query, body)),
    async put(path, body) {
      await request('PUT', path, {}, body);
    },
    async delete(path, query = {}) {
      await request('DELETE', path, query);
    },
    async list(path, { shape, items, query = {}, most = MOST }) {
      const pages = [await client.get(path, shape, { ...query, limit: Math.min(PAGE, most) })];
      const found = pages.flatMap((page) => [...items(page)]);
      for (let cursor = pages[0]?.nextCursor ?? null; cursor !== null && found.length < most;) {
        const limit = Math.min(PAGE, most - found.length);
        const page = await client.get(path, shape, { ...query, limit, cursor });
        pages.push(page);
        found.push(...items(page));
        cursor = page.nextCursor;
      }
      return { items: found, pages, more: pages.at(-1)?.nextCursor !== null };
    },
  };
  return client;
}

/** An API of the gateway, and the credential for it. */
export interface ApiAccess {
  readonly url: string;
  readonly token: string;
  /** As people call it. */
  readonly name: string;
}

interface Call {
  readonly api: ApiAccess;
  readonly timeoutMs: number;
  readonly method: string;
  readonly path: string;
  readonly query: Query;
  readonly body: unknown;
  readonly idempotencyKey?: string | undefined;
}

export async function call({
  api,
  timeoutMs,
  method,
  path,
  query,
  body,
  idempotencyKey,
}: Call): Promise<unknown> {
  const url = new URL(`${api.url}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = new Headers({ authorization: `Bearer ${api.token}`, accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  let response: Response;
  let text: string;
  try {
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(timeoutMs);
    response = await fetch(url, { method, headers, signal, redirect: 'error', ...payload });
    text = await response.text();
  } catch (error) {
    throw new Failure(exitCodes.unreachable, `${url.origin} ${describeNoResponse(error, timeoutMs)}`);
  }
  const answer = parse(text);
  if (!response.ok) throw refusalOf(api, response, answer);
  if (answer === undefined && response.status !== 204) throw notTheApi(api);
  return answer;
}

function describeNoResponse(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `did not answer within ${timeoutMs / 1000} s`;
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = Object(cause).code;
  const words = cause instanceof Error && cause.message !== '' ? cause.message : String(code ?? error);
  return `is unreachable: ${words}`;
}

function refusalOf(api: ApiAccess, response: Response, answer: unknown): Failure {
  const { code, detail, errors }: Record<string, unknown> = Object(answer);
  if (typeof code !== 'string') return notTheApi(api, response.status);
  const requestId = response.headers.get('x-request-id');
  const said = typeof detail === 'string' ? detail : '';
  return new Refused({
    status: response.status,
    code,
    detail: [said, ...fieldsOf(errors)].join(' '),
    requestId,
  });
}

function fieldsOf(errors: unknown): string[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error) => {
    const { pointer, message }: Record<string, unknown> = Object(error);
    return `${String(pointer)}: ${String(message)}.`;
  });
}

function notTheApi({ url, name }: ApiAccess, status?: number): Failure {
  const said = status === undefined ? '' : ` (status ${status})`;
  return new Failure(exitCodes.unreachable, `${new URL(url).origin} is not the ${name}${said}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function read<T>(path: string, shape: Shape<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw failed(
    `The response of ${path} has an unknown format: does the gateway run another version?\n${parsed.error.message}`,
  );
}
