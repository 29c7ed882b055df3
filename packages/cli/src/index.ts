export { exitCodes } from './exit-codes.ts';
export { run } from './run.ts';
export type { CliDeps } from './cli-deps.ts';
