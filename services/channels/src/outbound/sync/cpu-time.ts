import { readFile } from 'node:fs/promises';

/** Linux reports hundredths of a second, on every machine. */
const TICK_MS = 10;
/** Positions behind the program's name, which may hold any character and ends with the last bracket (proc(5)). */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** CPU time of a process; undefined where it has ended, or the system has no /proc. */
export async function cpuTimeMs(processId: number): Promise<number | undefined> {
  try {
    const text = await readFile(`/proc/${processId}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
    return Number.isNaN(ticks) ? undefined : ticks * TICK_MS;
  } catch {
    return undefined;
  }
}
