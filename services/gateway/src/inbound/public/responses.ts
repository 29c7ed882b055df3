import { creationOrder } from '../cursor.ts';
import type { PositionFormat } from '../cursor.ts';

/** The successful answer of an operation. `replayed`: an earlier request with the same Idempotency-Key had this effect. */
export interface OperationAnswer {
  /** JSON in UTF-8. */
  readonly body: Uint8Array;
  readonly replayed: boolean;
}

/** The status a route answers with on success. */
export type SuccessStatus = 200 | 201 | 202 | 204;

export interface HttpResponse {
  readonly status: SuccessStatus | 304;
  /** Undefined where the status has no body. */
  readonly body: Uint8Array | string | undefined;
  readonly replayed: boolean;
  readonly etag?: string;
  readonly lastModified?: string;
  /** The name of the file as which it is saved. */
  readonly attachment?: string;
  /** In place of the headers that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type ToResponse = (
  answer: OperationAnswer,
  status: SuccessStatus,
  signCursor: (list: string, position: string) => string,
) => HttpResponse;

/** Forwards the body without parsing it. A replayed create is 200 instead of 201. */
export const unparsed: ToResponse = ({ body, replayed }, status) => ({
  status: replayed ? 200 : status,
  body: status === 204 ? undefined : body,
  replayed,
});

/** Replaces the `nextAfter` of the service with the signed `nextCursor`. */
export function listPage<Position>(list: string, format: PositionFormat<Position>): ToResponse {
  return ({ body, replayed }, status, signCursor) => {
    const { nextAfter, ...page } = parse<{ nextAfter: Position | null }>(body);
    const nextCursor = nextAfter === null ? null : signCursor(list, format.write(nextAfter));
    return { status, body: JSON.stringify({ ...page, nextCursor }), replayed };
  };
}

/** 201 for a new payment intent, 200 for the open one and for a replay; only a replay sets Idempotent-Replayed. */
export const paymentHandleResponse: ToResponse = ({ body }, status) => {
  const { handle, outcome } = parse<{ handle: object; outcome: string }>(body);
  return {
    status: outcome === 'created' ? status : 200,
    body: JSON.stringify(handle),
    replayed: outcome === 'replayed',
  };
};

/** The service leaves the calendar out where the client has the current one: 304. */
export const calendarResponse: ToResponse = ({ body, replayed }, status) => {
  const { etag, calendar } = parse<{ etag: string; calendar: object | null }>(body);
  if (calendar === null) return { status: 304, body: undefined, replayed, etag };
  return { status, body: JSON.stringify(calendar), replayed, etag };
};

/** The service leaves the booking out where the client has this version: 304. */
export const bookingResponse: ToResponse = ({ body, replayed }, status) => {
  const { etag, booking } = parse<{ etag: string; booking: object | null }>(body);
  if (booking === null) return { status: 304, body: undefined, replayed, etag };
  return { status, body: JSON.stringify(booking), replayed, etag };
};

/** The service leaves the block out where the client has this version: 304. */
export const blockResponse: ToResponse = ({ body, replayed }, status) => {
  const { etag, block } = parse<{ etag: string; block: object | null }>(body);
  if (block === null) return { status: 304, body: undefined, replayed, etag };
  return { status, body: JSON.stringify(block), replayed, etag };
};

export const OCCUPANCY = 'occupancy';

/** The service leaves the page out where the client has the current one: 304. */
export const occupancyResponse: ToResponse = ({ body, replayed }, status, signCursor) => {
  const { etag, occupancy } = parse<{ etag: string; occupancy: OccupancyBody | null }>(body);
  if (occupancy === null) return { status: 304, body: undefined, replayed, etag };
  const { nextAfter, ...page } = occupancy;
  const nextCursor = nextAfter === null ? null : signCursor(OCCUPANCY, creationOrder.write(nextAfter));
  return { status, body: JSON.stringify({ ...page, nextCursor }), replayed, etag };
};

type OccupancyBody = { readonly nextAfter: { createdAt: string; id: string } | null };

/** An iCal feed: the body is text, Last-Modified an HTTP date. */
export const feedResponse: ToResponse = ({ body, replayed }, status) => {
  const feed = parse<{ etag: string; lastModified: string; body: string | null }>(body);
  const headers = { etag: feed.etag, lastModified: new Date(feed.lastModified).toUTCString() };
  if (feed.body === null) return { status: 304, body: undefined, replayed, ...headers };
  return { status, body: feed.body, replayed, ...headers };
};

function parse<T>(body: Uint8Array): T {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
}

/** The document as an attachment; where the service has stored a long one, 202 with its id. */
export const exportResponse: ToResponse = ({ body, replayed }) => {
  const { exportId, content } = parse<{ exportId: string | null; content: string | null }>(body);
  if (content === null) return { status: 202, body: JSON.stringify({ exportId }), replayed };
  return { status: 200, body: content, replayed, attachment: 'guest.json' };
};

/** The markup of a tenant, made of what guests wrote: of an origin of its own, without scripts and anything to load. */
export const mailPageResponse: ToResponse = ({ body, replayed }, status) => {
  const { html } = parse<{ html: string }>(body);
  const policy = [
    'sandbox',
    `default-src 'none'`,
    `style-src 'unsafe-inline'`,
    'img-src data:',
    `frame-ancestors 'self'`,
  ].join('; ');
  return { status, body: html, replayed, headers: { 'content-security-policy': policy } };
};

/** The same response when it is repeated: there is no Idempotency-Key whose replay would be marked. */
export const unmarked: ToResponse = ({ body }, status) => ({ status, body, replayed: false });
