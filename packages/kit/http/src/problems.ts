import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from './problem.ts';
import { withBoundedErrors } from './validation-problem.ts';

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

export type ProblemTable = Readonly<Record<string, ProblemKind>>;

/** The codes of the server itself. Every table of problems must have them. */
export const PROTOCOL_CODES = [
  'bad_request',
  'validation_failed',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
] as const;

export type ProtocolCode = (typeof PROTOCOL_CODES)[number];

export interface RenderedProblem {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** For code without access to the reply: parsers, and functions that a handler calls. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Renders problems as application/problem+json (RFC 9457). */
export class ProblemRenderer {
  readonly #table: ProblemTable;
  readonly #base: string;

  constructor(table: ProblemTable, base: string) {
    const missing = PROTOCOL_CODES.filter((code) => !Object.hasOwn(table, code));
    if (missing.length > 0) throw new Error(`the problem table lacks ${missing.join(', ')}`);
    this.#table = table;
    this.#base = base.replace(/\/+$/, '');
  }

  render(given: Problem, requestId: string): RenderedProblem {
    const problem = withBoundedErrors(given);
    const { code, detail } = problem;
    const kind = Object.hasOwn(this.#table, code) ? this.#table[code] : undefined;
    if (kind === undefined) throw new Error(`no problem has the code ${code}`);
    const { retryAfterSeconds, ...extra } = problem.extra ?? {};
    const type = `${this.#base}/${code}`;
    const fields = {
      ...extra,
      type,
      title: kind.title,
      status: kind.status,
      detail,
      code,
      instance: requestId,
    };
    const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
    if (typeof retryAfterSeconds === 'number') {
      headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
    }
    // To a string the framework would add a charset, which this media type does not have.
    return {
      status: kind.status,
      headers: { ...headers, ...problem.headers },
      body: Buffer.from(JSON.stringify(fields)),
    };
  }
}

/** More headers of a problem, by its request: also of one that no route has seen. */
export type ProblemHeaders = (request: FastifyRequest) => Readonly<Record<string, string>>;

declare module 'fastify' {
  interface FastifyInstance {
    problems: ProblemRenderer;
    problemHeaders: ProblemHeaders;
  }
}

/** Throws where the server's table lacks the code. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { server, request } = reply;
  const { status, headers, body } = server.problems.render(problem, request.id);
  return reply.code(status).headers(server.problemHeaders(request)).headers(headers).send(body);
}
