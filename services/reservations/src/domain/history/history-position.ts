import type { HistoryEntry } from './history.ts';

/** The position of an entry: by its time, then by its version, then by its id. */
export type HistoryPosition = Pick<HistoryEntry, 'at' | 'version' | 'id'>;

export function writePosition({ at, version, id }: HistoryPosition): string {
  return `${at.toString()} ${version} ${id}`;
}

/** Of a text that `writePosition` wrote. */
export function readPosition(text: string): HistoryPosition {
  const [at = '', version = '', id = ''] = text.split(' ');
  return { at: Temporal.Instant.from(at), version: Number(version), id };
}
