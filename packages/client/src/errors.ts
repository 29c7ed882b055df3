import { brand } from './brand.ts';
import type { components, problemMembers } from './generated.ts';

type Problem = components['schemas']['Problem'];

/** Every code with which the API refuses a request. */
export type ProblemCode = keyof problemMembers;

/**
 * The reason for a missing response of the API: no connection in any attempt, no time left, the call was aborted by its
 * `signal` (whose reason is the `cause`), or a proxy answered instead of the API or cut its response short.
 */
export type TransportCode = 'connection_failed' | 'deadline_exceeded' | 'aborted' | 'unexpected_response';

interface Common {
  readonly name: 'LodgingError';
  /** The HTTP status; 0 where no response came. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The address of a page that explains the code; empty where no problem was received. */
  readonly type: string;
  /** Names the request in the logs of the API. */
  readonly requestId: string | undefined;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
}

type Refused = {
  readonly [Code in ProblemCode]: Error & Common & { readonly code: Code } & Readonly<problemMembers[Code]>;
}[ProblemCode];
type NotAnswered = {
  readonly [Code in TransportCode]: Error & Common & { readonly code: Code };
}[TransportCode];

/** The one error of this client. `code` says what happened, and which other members there are. */
export type LodgingError = Refused | NotAnswered;

export interface ErrorInit {
  readonly problem: Pick<Problem, 'status' | 'title' | 'detail' | 'type'> & { readonly code: string };
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

class AnyLodgingError extends Error {
  constructor({ problem, requestId, retryAfterSeconds, cause }: ErrorInit) {
    super(`${problem.code}: ${problem.detail}`, { cause });
    Object.assign(this, problem, { requestId, retryAfterSeconds });
  }
}

brand(AnyLodgingError, 'LodgingError');

export const LodgingError = AnyLodgingError as unknown as {
  new (init: ErrorInit): LodgingError;
  readonly prototype: LodgingError;
};

export function notAnswered(code: TransportCode, detail: string, cause?: unknown, status = 0): LodgingError {
  return new LodgingError({ problem: { code, status, title: detail, detail, type: '' }, cause });
}

/** The call was aborted by its own signal, whose reason is the cause. */
export function aborted(signal: AbortSignal): LodgingError {
  return notAnswered('aborted', 'The call was aborted.', signal.reason);
}

/** `cause` is the beginning of the body, which identifies the proxy. */
export function unexpectedResponse(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: string,
  retryAfterSeconds?: number,
): LodgingError {
  const detail = `Status ${status} came from something other than the API.`;
  const problem = { code: 'unexpected_response', status, title: detail, detail, type: '' };
  const requestId = headers.get('x-request-id') ?? undefined;
  return new LodgingError({ problem, requestId, retryAfterSeconds, cause: body.slice(0, 500) });
}
