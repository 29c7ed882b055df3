import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Demo } from '../harness/demo.ts';

export interface MemoryWatch {
  /** The peak memory of each service since the start of the measurement, in MB. */
  end(): Record<string, number>;
}

function residentMb(pid: number): number {
  try {
    const file = `/proc/${pid}/status`;
    if (existsSync(file)) return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1_024;
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) / 1_024;
  } catch {
    return 0;
  }
}

/** Of each service now, in MB. */
export function residentMemory({ services }: Demo): Record<string, number> {
  return Object.fromEntries(
    Object.entries(services).map(([name, { pid }]) => [name, Math.round(residentMb(pid))]),
  );
}

export function watchMemory(demo: Demo): MemoryWatch {
  const most: Record<string, number> = {};
  const look = () => {
    for (const [name, { pid }] of Object.entries(demo.services)) {
      most[name] = Math.round(Math.max(most[name] ?? 0, residentMb(pid)));
    }
  };
  const timer = setInterval(look, 1_000);
  return {
    end() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}
