import type { Position } from '../../domain/cursor.ts';

export interface Answered {
  readonly body: Uint8Array;
  readonly replayed: boolean;
}

/** What a row of the table answers when all went well. */
export type SuccessStatus = 200 | 201 | 202 | 204;

export interface HttpAnswer {
  readonly status: SuccessStatus | 304;
  /** Undefined where the status has none. */
  readonly body: Uint8Array | string | undefined;
  readonly replayed: boolean;
  readonly etag?: string;
  readonly lastModified?: string;
}

export type SealCursor = (list: string, position: Position | string) => string;
export type WriteAnswer = (answered: Answered, status: SuccessStatus, seal: SealCursor) => HttpAnswer;

/** The answer is the body, unread. What an earlier request made is not made again: 200. */
export const inFull: WriteAnswer = ({ body, replayed }, status) => ({
  status: replayed ? 200 : status,
  body: status === 204 ? undefined : body,
  replayed,
});

/** The wire tells where the page ended; the client gets a cursor that only its own tenant can use. */
export function pageOf(list: string): WriteAnswer {
  return ({ body, replayed }, status, seal) => {
    const { nextAfter, ...page } = parse<{ nextAfter: Position | string | null }>(body);
    const nextCursor = nextAfter === null ? null : seal(list, nextAfter);
    return { status, body: JSON.stringify({ ...page, nextCursor }), replayed };
  };
}

type Handle = Readonly<Record<string, unknown>>;

/** 201 for a new intent; 200 for the open one, and for a replay, which alone says so in a header. */
export const paymentHandle: WriteAnswer = ({ body }, status) => {
  const { handle, outcome } = parse<{ handle: Handle; outcome: string }>(body);
  return {
    status: outcome === 'created' ? status : 200,
    body: JSON.stringify(handle),
    replayed: outcome === 'replayed',
  };
};

/** A client that has the calendar as it is gets its name alone. */
export const taggedCalendar: WriteAnswer = ({ body, replayed }, status) => {
  const { etag, calendar } = parse<{ etag: string; calendar: object | null }>(body);
  if (calendar === null) return { status: 304, body: undefined, replayed, etag };
  return { status, body: JSON.stringify(calendar), replayed, etag };
};

/** A calendar that other calendars read: text, and the moment it last changed as HTTP writes it. */
export const calendarFeed: WriteAnswer = ({ body: answered, replayed }, status) => {
  const {
    etag,
    lastModified: at,
    body,
  } = parse<{ etag: string; lastModified: string; body: string | null }>(answered);
  const named = { replayed, etag, lastModified: new Date(at).toUTCString() };
  if (body === null) return { status: 304, body: undefined, ...named };
  return { status, body, ...named };
};

function parse<T>(body: Uint8Array): T {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
}
