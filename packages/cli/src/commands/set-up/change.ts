export type Change = 'added' | 'changed' | 'unchanged';

/** What a PUT did to a record, by the API's own words before and after it. */
export function changeOf(before: unknown, after: unknown): Change {
  if (before === undefined) return 'added';
  return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'changed';
}
