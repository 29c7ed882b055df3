import type { CliDeps } from '../src/cli-deps.ts';
import { programs as onThisMachine } from '../src/programs.ts';
import type { Programs } from '../src/programs.ts';
import { run } from '../src/run.ts';

/** Where and when a command runs. Without `stdin` there is nothing to read, and never a terminal. */
export interface CommandPlace {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly now?: string;
  readonly programs?: Programs;
}

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly notes: string;
}

export async function runCommand(args: readonly string[], place: CommandPlace = {}): Promise<CommandResult> {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await run([...args], commandDeps(place, { out, notes }));
  return { code, out: out.join('\n'), notes: notes.join('\n') };
}

export function commandDeps(
  { env = {}, cwd = '/', stdin, now = '2027-01-01T00:00:00Z', programs = onThisMachine }: CommandPlace = {},
  { out = [], notes = [] }: { readonly out?: string[]; readonly notes?: string[] } = {},
): CliDeps {
  const noTerminal = (): Promise<never> => Promise.reject(new Error('no terminal'));
  return {
    env,
    cwd,
    output: {
      result: (text) => out.push(text),
      note: (text) => notes.push(text),
      style: (_, text) => text,
    },
    terminal: {
      isInteractive: false,
      readStdin: stdin === undefined ? noTerminal : () => Promise.resolve(stdin),
      prompt: noTerminal,
      promptSecret: noTerminal,
    },
    programs,
    now: () => Temporal.Instant.from(now),
  };
}
