import { CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import { buildProgram } from './program.ts';
import type { World } from './world.ts';

export async function run(args: readonly string[], world: World): Promise<number> {
  try {
    await buildProgram(world).parseAsync([...args], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (!(error instanceof Failure)) throw error;
    if (error.message !== '') world.output.note(error.message);
    return error.exitCode;
  }
}
