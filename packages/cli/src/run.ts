import { CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import { buildProgram } from './program.ts';
import type { CliDeps } from './cli-deps.ts';

export async function run(args: readonly string[], deps: CliDeps): Promise<number> {
  try {
    await buildProgram(deps).parseAsync([...args], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (!(error instanceof Failure)) throw error;
    if (error.message !== '') deps.output.note(error.message);
    return error.exitCode;
  }
}
