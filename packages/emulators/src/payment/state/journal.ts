import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Entry } from './table.ts';

export interface Journal {
  append(table: string, account: string, entry: Entry): void;
  appendClear(): void;
  close(): Promise<void>;
}

interface Memory {
  restore(table: string, account: string, entry: Entry): void;
  clear(): void;
  live(): Iterable<[string, string, Entry]>;
}

const FLUSH_AFTER_MS = 50;
const LINES_AT_ONCE = 1000;

export async function openJournal(file: string, memory: Memory): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  if (existsSync(file)) await replay(file, memory);
  return new FileJournal(await rewritten(file, memory));
}

class FileJournal implements Journal {
  readonly #handle: FileHandle;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  append(table: string, account: string, entry: Entry): void {
    this.#queue(JSON.stringify([table, account, entry]));
  }

  appendClear(): void {
    this.#waiting = [];
    this.#queue(JSON.stringify(['clear']));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#flush();
    await this.#writing;
    await this.#handle.close();
  }

  #queue(line: string): void {
    this.#waiting.push(line);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const lines = `${this.#waiting.join('\n')}\n`;
    this.#waiting = [];
    this.#writing = this.#writing.then(() => this.#handle.appendFile(lines));
  }
}

/** Line by line: after a long benchmark the file is larger than a text may be. */
async function replay(file: string, memory: Memory): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    const written = parsed(line);
    if (written === undefined) continue;
    if (written[0] === 'clear') memory.clear();
    else memory.restore(written[0], written[1], written[2]);
  }
}

/** A line torn by a crash is the last one; what it held was never answered for. */
function parsed(line: string): [string, string, Entry] | undefined {
  if (line === '') return undefined;
  try {
    return JSON.parse(line) as [string, string, Entry];
  } catch {
    return undefined;
  }
}

async function rewritten(file: string, memory: Memory): Promise<FileHandle> {
  const handle = await open(`${file}.new`, 'w');
  let lines: string[] = [];
  for (const written of memory.live()) {
    lines.push(`${JSON.stringify(written)}\n`);
    if (lines.length === LINES_AT_ONCE) await handle.appendFile(lines.join(''));
    if (lines.length === LINES_AT_ONCE) lines = [];
  }
  await handle.appendFile(lines.join(''));
  await rename(`${file}.new`, file);
  return handle;
}
