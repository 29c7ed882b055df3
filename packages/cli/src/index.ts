// The command line's one door, for tests: run a command with a deps of their own.
export { exitCodes } from './exit-codes.ts';
export { run } from './run.ts';
export type { CliDeps } from './cli-deps.ts';
