import { readFileSync } from 'node:fs';
import type { Supervised } from './supervise.ts';

const TIMEOUT_MS = 60_000;
/** Shorter would take from the processes that start. */
const READ_EVERY_MS = 100;
/** A service may crash while its neighbours start; more crashes are a fault. */
const CRASHES_ALLOWED = 3;

export async function awaitReady(url: string, process: Supervised, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  let last = 'no answer';
  for (;;) {
    signal.throwIfAborted();
    if (process.gaveUp() || process.ends() > CRASHES_ALLOWED) throw failure(process, 'keeps ending');
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
      const text = await response.text();
      if (response.ok) return;
      last = `${response.status} ${text.slice(0, 200)}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    if (performance.now() > deadline)
      throw failure(process, `is not ready after ${TIMEOUT_MS / 1000} s (${last})`);
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
}

function failure(process: Supervised, what: string): Error {
  return new Error(`${process.name} ${what}. The end of ${process.logFile}:\n${lastLines(process.logFile)}`);
}

function lastLines(file: string): string {
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-12);
    return lines.map((line) => `    ${line.slice(0, 400)}`).join('\n');
  } catch {
    return '    (no log)';
  }
}
