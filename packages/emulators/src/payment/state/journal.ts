import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Entry } from './table.ts';

/** A file of JSON lines with every write since the last start. */
export interface Journal {
  append(table: string, account: string, entry: Entry): void;
  appendClear(): void;
  close(): Promise<void>;
}

/** The tables that the journal records. */
interface JournalTarget {
  restore(table: string, account: string, entry: Entry): void;
  clear(): void;
  entries(): Iterable<[string, string, Entry]>;
}

const FLUSH_DELAY_MS = 50;
const LINES_PER_WRITE = 1000;

export async function openJournal(file: string, target: JournalTarget): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  if (existsSync(file)) await replay(file, target);
  return new FileJournal(await compact(file, target));
}

class FileJournal implements Journal {
  readonly #handle: FileHandle;
  #pending: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  append(table: string, account: string, entry: Entry): void {
    this.#queue(JSON.stringify([table, account, entry]));
  }

  appendClear(): void {
    this.#pending = [];
    this.#queue(JSON.stringify(['clear']));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#flush();
    await this.#writing;
    await this.#handle.close();
  }

  #queue(line: string): void {
    this.#pending.push(line);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_DELAY_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#pending.length === 0) return;
    const lines = `${this.#pending.join('\n')}\n`;
    this.#pending = [];
    this.#writing = this.#writing.then(() => this.#handle.appendFile(lines));
  }
}

/** Line by line: after a long benchmark the file is larger than a string may be. */
async function replay(file: string, target: JournalTarget): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    const entry = parseLine(line);
    if (entry === undefined) continue;
    if (entry[0] === 'clear') target.clear();
    else target.restore(entry[0], entry[1], entry[2]);
  }
}

/** Undefined for a line that a crash cut off: it is the last one, and its request was not answered. */
function parseLine(line: string): [string, string, Entry] | undefined {
  if (line === '') return undefined;
  try {
    return JSON.parse(line) as [string, string, Entry];
  } catch {
    return undefined;
  }
}

/** Writes a file with the current entries only. */
async function compact(file: string, target: JournalTarget): Promise<FileHandle> {
  const handle = await open(`${file}.new`, 'w');
  let lines: string[] = [];
  for (const entry of target.entries()) {
    lines.push(`${JSON.stringify(entry)}\n`);
    if (lines.length === LINES_PER_WRITE) await handle.appendFile(lines.join(''));
    if (lines.length === LINES_PER_WRITE) lines = [];
  }
  await handle.appendFile(lines.join(''));
  await rename(`${file}.new`, file);
  return handle;
}
