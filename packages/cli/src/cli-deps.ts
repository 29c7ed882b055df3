import type { Output } from './output/output.ts';
import type { Terminal } from './terminal.ts';

export interface CliDeps {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly output: Output;
  readonly terminal: Terminal;
  readonly now: () => Temporal.Instant;
}
