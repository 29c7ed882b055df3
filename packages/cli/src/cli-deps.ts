import type { Output } from './output/output.ts';
import type { Programs } from './programs.ts';
import type { Terminal } from './terminal.ts';

export interface CliDeps {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly output: Output;
  readonly terminal: Terminal;
  readonly programs: Programs;
  readonly now: () => Temporal.Instant;
}
