import type { Logger } from '@lodging/kit-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError, sendProblem } from './problems.ts';
import type { Problem } from './problem.ts';

/** Errors of the framework that a client can cause, by their code. */
const FRAMEWORK_PROBLEMS: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    detail: 'The body is larger than this route takes.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'The body must be JSON, sent as application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad_request',
    detail: 'The body is not as long as its Content-Length says.',
  },
  FST_ERR_BAD_URL: { code: 'bad_request', detail: 'The path holds a malformed percent-encoding.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'uri_too_long', detail: 'A part of the path is too long.' },
};

const UNAVAILABLE: Problem = {
  code: 'service_unavailable',
  detail: 'The service cannot answer at the moment. Try again.',
  extra: { retryAfterSeconds: 1 },
};
const UNREADABLE: Problem = { code: 'bad_request', detail: 'The request could not be read.' };
const INTERNAL: Problem = { code: 'internal_error', detail: 'Something went wrong on our side.' };

/** By name, because this package and those that throw them do not depend on each other. */
const OUTAGES = new Set([
  'Unavailable',
  'DatabaseUnavailable',
  'ConnectionWasStale',
  'Busy',
  'CommitUnknown',
]);

/**
 * The database answered that it cannot do the work now: a lock or a statement took too long, a transaction was the victim
 * of a deadlock, or it lacks resources (class 53).
 */
const TRANSIENT_SQL_STATES = /^(?:55P03|57014|40P01|40001|53...)$/;

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function createErrorHandler(log: Logger): ErrorHandler {
  return (error, request, reply) => {
    const fields = { requestId: request.id, method: request.method, route: request.routeOptions.url };
    if (error instanceof ProblemError) return sendProblem(reply, error.problem);
    const known = FRAMEWORK_PROBLEMS[stringField(error, 'code')];
    if (known !== undefined) return sendProblem(reply, known);
    if (isOutage(error)) {
      log.warn({ err: error, ...fields }, 'request failed: a dependency is unavailable');
      return sendProblem(reply, UNAVAILABLE);
    }
    if (isClientError(error)) return sendProblem(reply, UNREADABLE);
    log.error({ err: error, ...fields }, 'request failed');
    return sendProblem(reply, INTERNAL);
  };
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return OUTAGES.has(error.name) || TRANSIENT_SQL_STATES.test(stringField(error, 'code'));
}

function stringField(error: unknown, field: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : '';
}

/** A connection that broke while the body was read, and other refusals of the framework. */
function isClientError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
}
