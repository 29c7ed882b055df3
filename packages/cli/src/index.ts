// The command line's one door, for tests: run a command with a world of their own.
export { exitCodes } from './exit-codes.ts';
export { run } from './run.ts';
export type { World } from './world.ts';
