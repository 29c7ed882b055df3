import { spawn } from 'node:child_process';
import { readJson } from '@lodging/deploy-shared';
import { repository } from '../home.ts';
import { countReport } from './count-report.ts';
import type { Phase } from './phases.ts';

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Printed when the check failed. */
  output: string;
}

/** The time that servers and services get to stop before they are killed. */
const STOP_WITHIN_MS = 40_000;

export async function runPhase(phase: Phase, signal: AbortSignal): Promise<Outcome> {
  const { code, output } = await run(phase, signal);
  if (code === phase.skippedWith) return { passed: 0, failed: 0, skipped: 1, output };
  if (phase.report === undefined) {
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
  }
  const counts = countReport(readJson(phase.report));
  // A run that failed without a failed test (an error between tests, a crash) is a failure too.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return { ...counts, output };
}

function run(phase: Phase, signal: AbortSignal): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(phase.command, phase.args, {
      cwd: repository,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-200_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const stop = (): void => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS).unref();
    };
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve({ code: code ?? 1, output });
    });
  });
}
