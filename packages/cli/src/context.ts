import type { Command } from 'commander';
import { adminClient } from './admin-client.ts';
import type { AdminClient } from './admin-client.ts';
import { exitCodes } from './exit-codes.ts';
import { Failure, usage } from './failure.ts';
import { agoFrom } from './output/words.ts';
import type { Ago } from './output/words.ts';
import type { World } from './world.ts';
import { readAccess } from './settings.ts';

export interface Context extends World {
  readonly client: AdminClient;
  readonly ago: Ago;
  /** One of the two: the whole for programs, the words for people. */
  readonly show: (whole: unknown, words: () => string) => void;
  /** Returns when it was said that it may be done. */
  readonly confirm: (question: string) => Promise<void>;
}

interface GlobalOptions {
  adminUrl?: string;
  tokenFile?: string;
  timeout: number;
  json?: boolean;
  yes?: boolean;
}

export async function contextOf(command: Command, world: World): Promise<Context> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { terminal, output } = world;
  const readStdin = () => terminal.readStdin();
  const access = await readAccess(options, { env: world.env, cwd: world.cwd, readStdin });
  return {
    ...world,
    client: adminClient(access, options.timeout * 1000),
    ago: agoFrom(world.now()),
    show: (whole, words) => output.result(options.json === true ? JSON.stringify(whole, null, 2) : words()),
    confirm: async (question) => {
      if (options.yes === true) return;
      if (!terminal.isInteractive) throw usage(`${question} Nobody is here to answer: say so with --yes.`);
      const answer = await terminal.ask(`${question} [y/N] `);
      if (!/^y(es)?$/i.test(answer)) throw new Failure(exitCodes.declined, 'Nothing was done.');
    },
  };
}
