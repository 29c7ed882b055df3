import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { At, Ended, Entry, Fields } from './entries.ts';

export interface Recorder {
  now(): At;
  note(entry: Entry): void;
  invoke(client: string, tenant: string, op: string, input: Fields): number;
  end(id: number, answer: Omit<Ended, 'kind' | 'at' | 'id'>): void;
  readonly entries: readonly Entry[];
  close(): Promise<void>;
}

/** Writes every entry as a JSON line, and keeps it. */
export function openRecorder(file: string): Recorder {
  const began = performance.now();
  const out = createWriteStream(file);
  const entries: Entry[] = [];
  let last = 0;
  const now = (): At => Math.round((performance.now() - began) * 10) / 10;
  const note = (entry: Entry): void => {
    entries.push(entry);
    out.write(`${JSON.stringify(entry)}\n`);
  };
  return {
    now,
    note,
    entries,
    invoke(client, tenant, op, input) {
      last += 1;
      note({ kind: 'invoke', at: now(), id: last, client, tenant, op, input });
      return last;
    },
    end: (id, answer) => note({ kind: 'end', at: now(), id, ...answer }),
    async close() {
      out.end();
      await finished(out);
    },
  };
}
