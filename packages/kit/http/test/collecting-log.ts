import { createLogger } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';

export function collectingLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  };
  return { log: createLogger({ name: 'test', destination }), lines };
}
