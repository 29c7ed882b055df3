import type { Command } from 'commander';
import { resolve } from 'node:path';
import type { CliDeps } from '../../cli-deps.ts';
import { withPublicOptions } from './public-requests.ts';
import type { PublicOptions } from './public-requests.ts';

interface FileCommand {
  readonly name: string;
  readonly description: string;
  readonly verb: 'put' | 'add';
  readonly help: string;
}

/** A command that sends what a file has over the public API. */
export function fileCommand(
  program: Command,
  { name, description, verb, help }: FileCommand,
  { cwd }: CliDeps,
  send: (path: string, options: PublicOptions) => Promise<void>,
): void {
  const command = program.command(name).description(description).command(`${verb} <file>`).description(help);
  withPublicOptions(command).action((file: string, _options: object, self: Command) =>
    send(resolve(cwd, file), self.optsWithGlobals<PublicOptions>()),
  );
}
