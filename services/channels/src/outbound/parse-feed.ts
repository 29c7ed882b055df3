import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Result } from '@lodging/kernel';
import type { CalendarRead } from '../domain/ical/read-calendar.ts';
import type { FeedFailure, FeedParser } from '../ports.ts';
import { computingMs } from './computing-time.ts';

export interface FeedParserOptions {
  readonly memoryMegabytes?: number;
  /** Of computing, whatever else the machine does meanwhile. */
  readonly computingLimitMs?: number;
  /** By the clock on the wall: for what neither computes nor ends, and where nobody counts the computing. */
  readonly queueTimeoutMs?: number;
  /** The program that reads; tests put one in that misbehaves. */
  readonly program?: string;
}

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./parse-feed-process.ts', import.meta.url));
/** 20,000 events come to about 5 MB. */
const ANSWER_LIMIT_BYTES = 32 * 1024 * 1024;

const TOO_MUCH: FeedFailure = { message: 'The calendar takes too much time or memory to read.' };

export function createFeedParser(options: FeedParserOptions = {}): FeedParser {
  const { memoryMegabytes = 128, program = PROGRAM } = options;
  const limits = {
    computingMs: options.computingLimitMs ?? 5_000,
    queueTimeoutMs: options.queueTimeoutMs ?? 30_000,
  };
  return {
    async parse(bytes, now, house = '') {
      const child = spawn(
        process.execPath,
        [
          `--max-old-space-size=${memoryMegabytes}`,
          '--max-semi-space-size=8',
          '--permission',
          `--allow-fs-read=${SOURCES}`,
          '--no-warnings',
          program,
          now.toString(),
          house,
        ],
        // What the service knows (addresses, passwords) is not for a process that reads what strangers wrote.
        { env: { TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'ignore'] },
      );
      const answer = await answerOf(child, bytes, limits);
      return answer === undefined ? { ok: false, refusal: TOO_MUCH } : asResult(answer);
    },
  };
}

interface Limits {
  readonly computingMs: number;
  readonly queueTimeoutMs: number;
}

/** Undefined where the process did not come to an end by itself, or came to a bad one. */
function answerOf(child: ChildProcess, bytes: Uint8Array, limits: Limits): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  const unwatch = endBeyond(child, limits);
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > ANSWER_LIMIT_BYTES) {
      child.kill('SIGKILL');
    }
  });
  // A process killed while it still reads breaks the pipe; its end is told by `close`.
  child.stdin?.on('error', () => {});
  child.stdin?.end(bytes);
  child.once('error', reject);
  child.once('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString() : undefined));
  return promise.finally(unwatch);
}

const LOOK_EVERY_MS = 100;

function endBeyond(child: ChildProcess, { computingMs: most, queueTimeoutMs }: Limits): () => void {
  const end = () => child.kill('SIGKILL');
  const timer = setTimeout(end, queueTimeoutMs);
  const look = async () => {
    const spent = child.pid === undefined ? undefined : await computingMs(child.pid);
    if (spent !== undefined && spent > most) end();
  };
  const watch = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => {
    clearTimeout(timer);
    clearInterval(watch);
  };
}

function asResult(answer: string): Result<Extract<CalendarRead, { read: true }>['feed'], FeedFailure> {
  const calendar: CalendarRead = JSON.parse(answer);
  return calendar.read
    ? { ok: true, value: calendar.feed }
    : { ok: false, refusal: { message: calendar.words } };
}
