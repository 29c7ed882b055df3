import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyOf, parseHistory } from '../history/history.ts';
import { checkAll } from './check.ts';
import type { EndState } from './end-state.ts';

// Checks what a run has written: node test-e2e/faults/checker/main.ts <directory of a seed>
const directory = process.argv[2] ?? '.';
const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
const violations = checkAll({
  history: historyOf(parseHistory(read('history.jsonl'))),
  state: JSON.parse(read('end-state.json')) as EndState,
});
for (const { invariant, what } of violations) process.stdout.write(`${invariant}: ${what}\n`);
process.stdout.write(`${violations.length} violations\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
