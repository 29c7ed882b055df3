import type { Command } from 'commander';
import { adminClient } from './admin-client.ts';
import type { AdminClient } from './admin-client.ts';
import { exitCodes } from './exit-codes.ts';
import { Failure, usage } from './failure.ts';
import { agoFrom } from './output/format.ts';
import type { Ago } from './output/format.ts';
import type { CliDeps } from './cli-deps.ts';
import { readAccess } from './settings.ts';

export interface Context extends CliDeps {
  readonly client: AdminClient;
  readonly ago: Ago;
  /** Prints `record` as JSON with `--json`, else `text`. */
  readonly show: (record: unknown, text: () => string) => void;
  /** Throws unless the user confirms. */
  readonly confirm: (question: string) => Promise<void>;
}

export interface GlobalOptions {
  adminUrl?: string;
  tokenFile?: string;
  timeout: number;
  json?: boolean;
  yes?: boolean;
}

export async function contextOf(command: Command, deps: CliDeps): Promise<Context> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const readStdin = () => deps.terminal.readStdin();
  const access = await readAccess(options, { env: deps.env, cwd: deps.cwd, readStdin });
  return {
    ...deps,
    client: adminClient(access, options.timeout * 1000),
    ago: agoFrom(deps.now()),
    show: shown(deps, options),
    confirm: confirmation(deps, options),
  };
}

export function shown({ output }: CliDeps, { json }: GlobalOptions): Context['show'] {
  return (record, text) => output.result(json === true ? JSON.stringify(record, null, 2) : text());
}

export function confirmation({ terminal }: CliDeps, { yes }: GlobalOptions): Context['confirm'] {
  return async (question) => {
    if (yes === true) return;
    if (!terminal.isInteractive) throw usage(`${question} Not a terminal; pass --yes to confirm.`);
    const answer = await terminal.prompt(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer)) throw new Failure(exitCodes.declined, 'Cancelled; nothing was changed.');
  };
}
