import type { Command } from 'commander';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import type { CliDeps } from './cli-deps.ts';
import { exitCodes } from './exit-codes.ts';
import { buildProgram } from './program.ts';
import { run } from './run.ts';

const noTerminal = (): Promise<never> => Promise.reject(new Error('no terminal'));

function deps(results: string[] = []): CliDeps {
  return {
    env: {},
    cwd: '/',
    output: { result: (text) => results.push(text), note: () => {}, style: (_, text) => text },
    terminal: {
      isInteractive: false,
      readStdin: noTerminal,
      prompt: noTerminal,
      promptSecret: noTerminal,
    },
    now: () => Temporal.Instant.from('2027-01-01T00:00:00Z'),
  };
}

/** The help of a command and of all below it. */
function helpOf(command: Command): string[] {
  return [command.helpInformation(), ...command.commands.flatMap(helpOf)];
}

/** `vitest -u` writes the file again: read its changes. */
it('explains every command and option in the words of the file help.txt', async () => {
  const program = buildProgram(deps()).configureHelp({ helpWidth: 110 });
  await expect(helpOf(program).join('\n')).toMatchFileSnapshot('help.txt');
});

it('prints its version, without an address or a token', async () => {
  const results: string[] = [];
  expect(await run(['--version'], deps(results))).toBe(exitCodes.ok);
  expect(results).toEqual([manifest.version]);
});
