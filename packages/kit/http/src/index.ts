export { createHttpServer } from './create-http-server.ts';
export type { ConnectionLimits } from './connection-limit.ts';
export type { HttpServerOptions, HttpTimeouts } from './create-http-server.ts';
export { PROTOCOL_CODES, ProblemError, sendProblem } from './problems.ts';
export type { Problem, ProblemKind, ProblemTable, ProtocolCode } from './problems.ts';
export { invalidFields, pointerTo, validationProblem } from './validation-problem.ts';
export type { FieldError } from './validation-problem.ts';
