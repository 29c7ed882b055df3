// Owns how a neighbour's answer becomes HTTP: mostly the bytes as they came, parsed only where the wire says more than the API.
import type { Position } from '../../domain/cursor.ts';

export interface Answered {
  readonly body: Uint8Array;
  readonly replayed: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly replayed: boolean;
}

export type SealCursor = (list: string, position: Position) => string;
export type WriteAnswer = (answered: Answered, seal: SealCursor) => HttpAnswer;

/** The answer is the body, unread. What an earlier request made is not made again: 200. */
export function inFull(status: 200 | 201): WriteAnswer {
  return ({ body, replayed }) => ({ status: replayed ? 200 : status, body, replayed });
}

/** The wire tells where the page ended; the client gets a cursor that only its own tenant can use. */
export function pageOf(list: string): WriteAnswer {
  return ({ body, replayed }, seal) => {
    const { nextAfter, ...page } = parse<{ nextAfter: Position | null }>(body);
    const nextCursor = nextAfter === null ? null : seal(list, nextAfter);
    return { status: 200, body: JSON.stringify({ ...page, nextCursor }), replayed };
  };
}

type Handle = Readonly<Record<string, unknown>>;

/** 201 for a new intent; 200 for the open one, and for a replay, which alone says so in a header. */
export const paymentHandle: WriteAnswer = ({ body }) => {
  const { handle, outcome } = parse<{ handle: Handle; outcome: string }>(body);
  return {
    status: outcome === 'created' ? 201 : 200,
    body: JSON.stringify(handle),
    replayed: outcome === 'replayed',
  };
};

function parse<T>(body: Uint8Array): T {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
}
