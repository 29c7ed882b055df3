import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { repository } from '../home.ts';
import type { Phase } from './phases.ts';

const MOST = 10;

interface TimedFile {
  readonly path: string;
  readonly seconds: number;
}

/** The test files that took longest in all phases together, slowest first. */
export function slowestFiles(phases: readonly Phase[]): TimedFile[] {
  const files = phases.flatMap(({ report }) =>
    report !== undefined && existsSync(report) ? timesOf(report) : [],
  );
  return files.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST);
}

function timesOf(report: string): TimedFile[] {
  const { testResults = [] }: { testResults?: { name: string; startTime: number; endTime: number }[] } =
    JSON.parse(readFileSync(report, 'utf8'));
  return testResults.map(({ name, startTime, endTime }) => ({
    path: relative(repository, name),
    seconds: (endTime - startTime) / 1000,
  }));
}
