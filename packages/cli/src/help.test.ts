import type { Command } from 'commander';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { commandDeps, runCommand } from '../test/run-command.ts';
import { exitCodes } from './exit-codes.ts';
import { buildProgram } from './program.ts';

/** The help of a command and of all below it. */
function helpOf(command: Command): string[] {
  return [command.helpInformation(), ...command.commands.flatMap(helpOf)];
}

/** `vitest -u` writes the file again: read its changes. */
it('explains every command and option in the words of the file help.txt', async () => {
  const program = buildProgram(commandDeps()).configureHelp({ helpWidth: 110 });
  await expect(helpOf(program).join('\n')).toMatchFileSnapshot('help.txt');
});

it('prints its version, without an address or a token', async () => {
  expect(await runCommand(['--version'])).toEqual({ code: exitCodes.ok, out: manifest.version, notes: '' });
});
