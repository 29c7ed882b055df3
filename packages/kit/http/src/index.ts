export { createHttpServer } from './create-http-server.ts';
export { ProblemError, sendProblem } from './problems.ts';
export type { Problem } from './problem.ts';
export { validationProblem } from './validation-problem.ts';
