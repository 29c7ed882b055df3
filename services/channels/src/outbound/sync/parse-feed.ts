import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Result } from '@lodging/kernel';
import type { ParsedFeed } from '../../domain/feeds/feed-event.ts';
import type { FeedFailure, FeedParser } from '../../ports/sync.ts';
import { cpuTimeMs } from './cpu-time.ts';

export interface FeedParserOptions {
  readonly memoryMegabytes?: number;
  /** CPU time of the process. A busy machine does not use it up. */
  readonly cpuLimitMs?: number;
  /** Elapsed time, for a process that neither computes nor ends, and for systems that do not report CPU time. */
  readonly timeoutMs?: number;
  /** The program that parses. Tests put misbehaving ones in its place. */
  readonly program?: string;
}

const PROGRAM = fileURLToPath(new URL('./parse-feed-process.ts', import.meta.url));
/** Readable paths of the process: this source, and the packages it imports. */
const READABLE = [
  fileURLToPath(new URL('../..', import.meta.url)),
  fileURLToPath(new URL('../../../node_modules/', import.meta.url)),
  packageStore(),
];
/** 20,000 events make about 5 MB. */
const OUTPUT_LIMIT_BYTES = 32 * 1024 * 1024;
const CPU_CHECK_MS = 100;

const TOO_EXPENSIVE: FeedFailure = { message: 'The calendar takes too much time or memory to read.' };

export function createFeedParser(options: FeedParserOptions = {}): FeedParser {
  const { memoryMegabytes = 128, program = PROGRAM } = options;
  const limits = { cpuLimitMs: options.cpuLimitMs ?? 5_000, timeoutMs: options.timeoutMs ?? 30_000 };
  return {
    async parse(bytes, now, tenantTag = '') {
      const flags = [
        `--max-old-space-size=${memoryMegabytes}`,
        '--max-semi-space-size=8',
        '--permission',
        ...READABLE.map((path) => `--allow-fs-read=${path}`),
        '--no-warnings',
      ];
      const child = spawn(process.execPath, [...flags, program, now.toString(), tenantTag], {
        // The service's environment holds secrets, and this process reads what strangers wrote. node-ical reads dates in TZ.
        env: { TZ: 'UTC' },
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      const output = await outputOf(child, bytes, limits);
      if (output === undefined) return { ok: false, refusal: TOO_EXPENSIVE };
      const result: Result<ParsedFeed, FeedFailure> = JSON.parse(output);
      return result;
    },
  };
}

/** The directory that holds all installed packages, links followed. */
function packageStore(): string {
  const file = createRequire(import.meta.url).resolve('node-ical');
  const directory = '/node_modules/';
  return file.slice(0, file.indexOf(directory) + directory.length);
}

interface Limits {
  readonly cpuLimitMs: number;
  readonly timeoutMs: number;
}

/** Undefined where the process was killed or failed. */
function outputOf(child: ChildProcess, bytes: Uint8Array, limits: Limits): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  const stopLimiting = killBeyond(child, limits);
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > OUTPUT_LIMIT_BYTES) {
      child.kill('SIGKILL');
    }
  });
  // A process that is killed while it reads breaks the pipe; `close` reports its end.
  child.stdin?.on('error', () => {});
  child.stdin?.end(bytes);
  child.once('error', reject);
  child.once('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString() : undefined));
  return promise.finally(stopLimiting);
}

function killBeyond(child: ChildProcess, { cpuLimitMs, timeoutMs }: Limits): () => void {
  const kill = () => child.kill('SIGKILL');
  const timeout = setTimeout(kill, timeoutMs);
  const checkCpuTime = async () => {
    const used = child.pid === undefined ? undefined : await cpuTimeMs(child.pid);
    if (used !== undefined && used > cpuLimitMs) kill();
  };
  const checks = setInterval(() => void checkCpuTime(), CPU_CHECK_MS);
  return () => {
    clearTimeout(timeout);
    clearInterval(checks);
  };
}
