import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, on every machine. */
const TICK_MS = 10;
/** Behind the name of the program, which may hold anything but ends with the last bracket. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Undefined where the process is gone, or the system is another one and does not say. */
export async function computingMs(processId: number): Promise<number | undefined> {
  try {
    const text = await readFile(`/proc/${processId}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
    return Number.isNaN(ticks) ? undefined : ticks * TICK_MS;
  } catch {
    return undefined;
  }
}
