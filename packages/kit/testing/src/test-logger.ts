import { createLogger } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';

export interface TestLogger extends Logger {
  /** Everything logged so far, one parsed record per line. */
  readonly lines: Record<string, unknown>[];
}

export function testLogger(): TestLogger {
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write(line: string): void {
      lines.push(JSON.parse(line));
    },
  };
  return Object.assign(createLogger({ name: 'test', level: 'trace', destination }), { lines });
}
