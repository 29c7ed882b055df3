import type { components, problemMembers } from './generated.ts';

type Problem = components['schemas']['Problem'];

/** Every code with which the API refuses a request. */
export type ProblemCode = keyof problemMembers;

/**
 * Why no answer of the API is there: no connection in any try, no time left, or something between the client and the API
 * answered instead of it or cut its answer short.
 */
export type TransportCode = 'connection_failed' | 'deadline_exceeded' | 'unexpected_response';

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
  override readonly name = 'LodgingError';

  constructor({ problem, requestId, retryAfterSeconds, cause }: ErrorInit) {
    super(`${problem.code}: ${problem.detail}`, { cause });
    Object.assign(this, problem, { requestId, retryAfterSeconds });
  }
}

export const LodgingError = AnyLodgingError as unknown as {
  new (init: ErrorInit): LodgingError;
  readonly prototype: LodgingError;
};

export function notAnswered(code: TransportCode, detail: string, cause?: unknown, status = 0): LodgingError {
  return new LodgingError({ problem: { code, status, title: detail, detail, type: '' }, cause });
}

/** `cause` is how the body begins: it tells which proxy it was. */
export function unexpectedResponse(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: string,
  retryAfterSeconds?: number,
): LodgingError {
  const detail = `The response with status ${status} is none of the API.`;
  const problem = { code: 'unexpected_response', status, title: detail, detail, type: '' };
  const requestId = headers.get('x-request-id') ?? undefined;
  return new LodgingError({ problem, requestId, retryAfterSeconds, cause: body.slice(0, 500) });
}
