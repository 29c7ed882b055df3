import type { RequestContext } from '@lodging/kit-runtime';
import { isUuid, ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { PageQuery, Permission } from '@lodging/contract-public';
import { validationProblem } from '@lodging/kit-http';
import type { Problem } from '@lodging/kit-http';
import type { Bus, Forwarded, Operation } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { Access } from '../../domain/admit.ts';
import type { Position } from '../../domain/cursor.ts';
import { inFull, pageOf } from './write-answer.ts';
import type { SuccessStatus, WriteAnswer } from './write-answer.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Forwarder = Pick<Bus, 'forward'>;

/** What a row may use of a request beside its body and query. */
interface Circumstances {
  /** From the path: the record, and what belongs to it where the path names that too. */
  readonly id: string;
  readonly innerId: string;
  /** From the path, as it was written: a credential of its own. */
  readonly token: string;
  /** Where clients reach the service, without a slash at the end. */
  readonly publicUrl: string;
  readonly idempotencyKey: string;
  readonly ifNoneMatch: string | undefined;
  /** The id of the key or session that opened the door. */
  readonly keyId: string | undefined;
  /** Of the tenant. */
  readonly timezone: string;
  /** The date where the tenant is. */
  readonly today: () => Temporal.PlainDate;
}

/** What came in, after the parts that every route has in common were dealt with. */
export interface Sent extends Circumstances {
  readonly query: unknown;
  readonly body: unknown;
  openCursor(list: string, cursor: string): Position | undefined;
  /** The same of a list whose owner has words of its own for where a page ended. */
  openCursorInWords(list: string, cursor: string): string | undefined;
}

/** A page in the words of the contracts. */
interface Page<Place> {
  readonly limit: number;
  readonly after: Place | null;
}

export type Ask = (forwarder: Forwarder, ctx: RequestContext) => Promise<Forwarded>;

export interface PublicRoute {
  readonly method: Method;
  /** With the placeholders of OpenAPI: `/v1/resources/{id}`. */
  readonly path: string;
  readonly access: Access;
  /** What a key must be allowed beyond its kind. */
  readonly permission?: Permission;
  readonly takesIdempotencyKey: boolean;
  /** Where no key speaks for a caller: how many requests a minute one address has. */
  readonly requestsPerMinute?: number;
  readonly bodyLimitBytes?: number;
  readonly cacheControl?: string;
  readonly vary?: string;
  /** JSON unless told. */
  readonly mediaType?: string;
  /** False where no browser has any business: it is not even told what it might ask. */
  readonly forBrowsers: boolean;
  readonly queueTimeoutMs: number;
  /** Of a success. A create answers 200 where an earlier request had made the record. */
  readonly status: SuccessStatus;
  readonly operation: Pick<Operation<unknown, unknown>, 'subject' | 'refusals' | 'response'>;
  /** The shapes that are held against what is sent; the API's document is made from the same ones. */
  readonly shapes: { readonly body?: z.ZodType; readonly query?: z.ZodType };
  /** Shape first, then whether the id in the path can be one at all. */
  readonly read: (sent: Sent) => Result<Ask, Problem>;
  readonly write: WriteAnswer;
}

/** How long a client waits at the most: for a record, a sum over many, a change, and what may reach a payment provider. */
export const TIMEOUT_MS = { reading: 2_000, summing: 5_000, setup: 5_000, stay: 15_000 } as const;

interface Declared {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly permission?: Permission;
  /** The 404 of an id in the path that is no UUID: the same as of one that is unknown. */
  readonly missing?: string;
  /** The same of the second id in the path. */
  readonly innerMissing?: string;
  readonly takesIdempotencyKey?: true;
  readonly requestsPerMinute?: number;
  readonly bodyLimitBytes?: number;
  readonly cacheControl?: string;
  readonly vary?: string;
  readonly mediaType?: string;
  readonly forBrowsers?: false;
  /** 200 unless told. */
  readonly status?: SuccessStatus;
  readonly patience: keyof typeof TIMEOUT_MS;
}

interface Parts<Body, Query> extends Circumstances {
  readonly body: Body;
  readonly query: Query;
}

export function route<Req, Res, Body extends z.ZodType, Query extends z.ZodType>(
  declared: Declared & {
    readonly operation: Operation<Req, Res>;
    readonly body?: Body;
    readonly query?: Query;
    readonly request: (parts: Parts<z.output<Body>, z.output<Query>>) => Req;
    readonly write?: WriteAnswer;
  },
): PublicRoute {
  const { operation, body, query, request, write = inFull } = declared;
  const common = commonOf(declared, operation);
  return {
    ...common,
    shapes: { ...(body === undefined ? {} : { body }), ...(query === undefined ? {} : { query }) },
    write,
    read(sent) {
      const readBody = shape(body, sent.body);
      if (!readBody.ok) return readBody;
      const readQuery = shape(query, sent.query);
      if (!readQuery.ok) return readQuery;
      const missing = missingOf(declared, sent);
      if (missing !== undefined) return missing;
      const made = request({ ...sent, body: readBody.value, query: readQuery.value });
      return ok((forwarder, ctx) =>
        forwarder.forward(operation, made, ctx, { timeoutMs: common.queueTimeoutMs }),
      );
    },
  };
}

interface DeclaredList<Req, Res, Query extends z.ZodType<PageQuery>, Place> extends Omit<
  Declared,
  'method' | 'patience'
> {
  readonly operation: Operation<Req, Res>;
  readonly list: string;
  readonly query: Query;
  readonly request: (page: Page<Place>, query: z.output<Query>, parts: { readonly id: string }) => Req;
}

/** A list in pages: `{ <list>: [...], nextCursor }`. */
export function listRoute<Req, Res, Query extends z.ZodType<PageQuery>>(
  declared: DeclaredList<Req, Res, Query, Position>,
): PublicRoute {
  return pagedRoute(declared, (sent, cursor) => sent.openCursor(declared.list, cursor));
}

/** The same, where its owner says in words of its own where a page ended. */
export function wordedListRoute<Req, Res, Query extends z.ZodType<PageQuery>>(
  declared: DeclaredList<Req, Res, Query, string>,
): PublicRoute {
  return pagedRoute(declared, (sent, cursor) => sent.openCursorInWords(declared.list, cursor));
}

function pagedRoute<Req, Res, Query extends z.ZodType<PageQuery>, Place>(
  declared: DeclaredList<Req, Res, Query, Place>,
  open: (sent: Sent, cursor: string) => Place | undefined,
): PublicRoute {
  const { operation, list, query, request } = declared;
  const common = commonOf({ ...declared, method: 'GET', patience: 'reading' }, operation);
  return {
    ...common,
    shapes: { query },
    write: pageOf(list),
    read(sent) {
      const read = shape(query, sent.query);
      if (!read.ok) return read;
      const { cursor, limit } = read.value;
      const after = cursor === undefined ? null : open(sent, cursor);
      if (after === undefined) return refuse('invalid_cursor', 'The cursor was not made for this list.');
      const missing = missingOf(declared, sent);
      if (missing !== undefined) return missing;
      const made = request({ limit, after }, read.value, sent);
      return ok((forwarder, ctx) =>
        forwarder.forward(operation, made, ctx, { timeoutMs: common.queueTimeoutMs }),
      );
    },
  };
}

function commonOf(
  declared: Declared,
  operation: PublicRoute['operation'],
): Omit<PublicRoute, 'read' | 'write' | 'shapes'> {
  const { method, path, access, permission, takesIdempotencyKey = false, status = 200, patience } = declared;
  const { requestsPerMinute, bodyLimitBytes, cacheControl, vary, mediaType, forBrowsers = true } = declared;
  return {
    method,
    path,
    access,
    operation,
    takesIdempotencyKey,
    status,
    forBrowsers,
    queueTimeoutMs: TIMEOUT_MS[patience],
    ...(permission === undefined ? {} : { permission }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(bodyLimitBytes === undefined ? {} : { bodyLimitBytes }),
    ...(cacheControl === undefined ? {} : { cacheControl }),
    ...(vary === undefined ? {} : { vary }),
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}

function shape<S extends z.ZodType>(schema: S | undefined, value: unknown): Result<z.output<S>, Problem> {
  if (schema === undefined) return ok(undefined as z.output<S>);
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : { ok: false, refusal: validationProblem(parsed.error) };
}

function missingOf(
  { missing, innerMissing }: Pick<Declared, 'missing' | 'innerMissing'>,
  { id, innerId }: Sent,
): { ok: false; refusal: Problem } | undefined {
  const named = [
    { code: missing, value: id },
    { code: innerMissing, value: innerId },
  ];
  for (const { code, value } of named) {
    if (code !== undefined && !isUuid(value)) return refuse(code, 'There is nothing with this id.');
  }
  return undefined;
}
